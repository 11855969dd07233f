# cmake -DOUTPUT=FILE.cc "-DFILES=PATH|FILE;..." -P embed.cmake: files as bytes of the program, plain and gzipped; PATH is where the
# server has them.
set(arrays "")
set(table "")
set(number 0)
foreach(entry ${FILES})
  string(REPLACE "|" ";" entry "${entry}")
  list(GET entry 0 path)
  list(GET entry 1 file)
  execute_process(COMMAND gzip -9nc ${file} OUTPUT_FILE ${OUTPUT}.gz COMMAND_ERROR_IS_FATAL ANY)
  foreach(form plain zipped)
    if(form STREQUAL plain)
      file(READ ${file} bytes HEX)
    else()
      file(READ ${OUTPUT}.gz bytes HEX)
    endif()
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
    string(APPEND arrays "constexpr unsigned char ${form}_${number}[] = {${bytes}};\n")
  endforeach()
  string(APPEND table "    {\"${path}\", view(plain_${number}), view(zipped_${number})},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${OUTPUT} "#include \"apps/serve/page_files.h\"

namespace couplet {
namespace {

${arrays}
template <std::size_t N>
std::string_view view(const unsigned char (&bytes)[N]) {
  return {reinterpret_cast<const char*>(bytes), N};
}

}  // namespace

std::span<const PageFile> page_files() {
  static const PageFile files[] = {
${table}  };
  return files;
}

}  // namespace couplet
")
file(REMOVE ${OUTPUT}.gz)
