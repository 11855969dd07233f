# couplet::blas: OpenBLAS without threads of its own, linked into what uses it. Couplet is parallel over its own blocks, and another
# OpenBLAS in the same process (NumPy's) keeps its threads and its settings. Read by our build and by couplet-config.cmake.
find_library(COUPLET_BLAS NAMES libopenblas.a PATH_SUFFIXES openblas-serial REQUIRED)
add_library(couplet::blas STATIC IMPORTED)
# Its LAPACK was compiled by gfortran; the library's plain name would need a package of the compiler.
set_target_properties(couplet::blas PROPERTIES IMPORTED_LOCATION ${COUPLET_BLAS} INTERFACE_LINK_LIBRARIES -l:libgfortran.so.5)
# Its work buffers go through couplet/linalg/blas_buffers.cc, its choice of kernels through blas_processor.cc.
target_link_options(couplet::blas INTERFACE
                    LINKER:--undefined=__wrap_blas_memory_alloc,--wrap=blas_memory_alloc,--wrap=blas_memory_free
                    LINKER:--undefined=__wrap_gotoblas_dynamic_init,--wrap=gotoblas_dynamic_init)
