// couplet._core: the library as Python calls it. The package couplet is made on top of it (python/couplet).
#include "couplet/base/version.h"
#include "python/module/collections.h"
#include "python/module/data.h"
#include "python/module/errors.h"
#include "python/module/model.h"
#include "python/module/schemas.h"
#include "python/module/work.h"

PYBIND11_MODULE(_core, module) {
  using namespace couplet::python;
  module.attr("version") = couplet::library_version;
  register_errors();
  define_schemas(module);
  define_data(module);
  define_model(module);
  define_collections(module);
  define_work(module);
}
