// A strict little reader of SVG: enough to know that a picture is well-formed XML, and what is in it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

struct SvgElement {
  std::string name;
  std::string attributes;
  std::string text;  // directly inside, still escaped
};

/// The elements in document order. Throws std::runtime_error when tags do not match, an attribute is not quoted, or a
/// bare & or < is left.
std::vector<SvgElement> read_svg(std::string_view svg);

/// The value of an attribute; empty when absent.
std::string attribute(const SvgElement& element, const std::string& name);
/// The same as a number.
double number(const SvgElement& element, const std::string& name);

/// Whether one of the texts is this one.
bool has_text(const std::vector<std::string>& texts, const std::string& text);
