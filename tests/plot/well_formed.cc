#include "tests/plot/well_formed.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace {

void require(bool condition, std::string_view what) {
  if (!condition) throw std::runtime_error("not well-formed: " + std::string(what));
}

void check_entities(std::string_view text) {
  for (std::size_t at = text.find('&'); at != std::string_view::npos; at = text.find('&', at + 1)) {
    const std::string_view entity = text.substr(at, text.find(';', at) - at + 1);
    require(entity == "&amp;" || entity == "&lt;" || entity == "&gt;" || entity == "&quot;", entity);
  }
}

void check_attributes(std::string_view text) {
  require(std::count(text.begin(), text.end(), '"') % 2 == 0, "an open quote");
  for (std::size_t at = text.find('='); at != std::string_view::npos; at = text.find('=', text.find('"', at + 2)))
    require(at + 1 < text.size() && text[at + 1] == '"', "a value without quotes");
  check_entities(text);
}

}  // namespace

std::vector<SvgElement> read_svg(std::string_view svg) {
  std::vector<SvgElement> elements;
  std::vector<std::size_t> open;
  for (std::size_t at = 0; at < svg.size();) {
    if (svg[at] != '<') {
      const std::size_t end = std::min(svg.find('<', at), svg.size());
      const std::string_view text = svg.substr(at, end - at);
      check_entities(text);
      require(!open.empty() || text.find_first_not_of("\n ") == std::string_view::npos, "text outside");
      if (!open.empty()) elements[open.back()].text += text;
      at = end;
      continue;
    }
    const std::size_t end = svg.find('>', at);
    require(end != std::string_view::npos, "an open tag");
    std::string_view tag = svg.substr(at + 1, end - at - 1);
    at = end + 1;
    require(!tag.empty() && tag.find('<') == std::string_view::npos, tag);
    if (tag.front() == '/') {
      require(!open.empty() && elements[open.back()].name == tag.substr(1), tag);
      open.pop_back();
      continue;
    }
    require(!open.empty() || elements.empty(), "a second root");
    const bool closed = tag.back() == '/';
    if (closed) tag.remove_suffix(1);
    const std::size_t blank = std::min(tag.find(' '), tag.size());
    elements.push_back({std::string(tag.substr(0, blank)), std::string(tag.substr(blank)), ""});
    check_attributes(elements.back().attributes);
    if (!closed) open.push_back(elements.size() - 1);
  }
  require(open.empty() && !elements.empty(), "the end");
  return elements;
}

std::string attribute(const SvgElement& element, const std::string& name) {
  const std::string start = " " + name + "=\"";
  const std::size_t at = element.attributes.find(start);
  if (at == std::string::npos) return "";
  const std::size_t begin = at + start.size();
  return element.attributes.substr(begin, element.attributes.find('"', begin) - begin);
}

double number(const SvgElement& element, const std::string& name) {
  const std::string value = attribute(element, name);
  return value.empty() ? NAN : std::stod(value);
}

bool has_text(const std::vector<std::string>& texts, const std::string& text) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}
