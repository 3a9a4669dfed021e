# The shipped catalogue gives the verdicts that its tables expect, and every witness stands up to the plain evaluator.
add_test(NAME suite COMMAND thinair suite --check --no-times)
set_tests_properties(suite PROPERTIES PROCESSORS 2 COST 250)

# The site that tests/pages looks at: one model of each kind, and families of each kind.
set(site ${CMAKE_CURRENT_BINARY_DIR}/site)
add_test(NAME site COMMAND thinair suite --no-times --html ${site} --model sc --model jls-hb --model jls04 --model jam21 --model x86tso
  --model aarch64 --model riscv --model power --family classic --family pugh --family jmt --family thin-air --family umm --family algorithms
  --family lea --family hardware/x86 --family hardware/ppc)
set_tests_properties(site PROPERTIES FIXTURES_SETUP site PROCESSORS 2 COST 300)
