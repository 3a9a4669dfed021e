# Independent answers. They are not part of this repository: the folder shared/oracle is looked for beside it.
set(THINAIR_ORACLE "${PROJECT_SOURCE_DIR}/../shared/oracle" CACHE PATH "Folder with independently computed answers")
function(thinair_oracle name corpus)
  add_test(NAME oracle_${name}
           COMMAND Python3::Interpreter ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/run.py ${THINAIR_ORACLE} $<TARGET_FILE:thinair> ${corpus} ${ARGN})
  set_tests_properties(oracle_${name} PROPERTIES SKIP_RETURN_CODE 77 COST 5)
endfunction()
thinair_oracle(java_modes java-modes.jsonl)
thinair_oracle(java_jls04 java-jls04.jsonl)
thinair_oracle(umm umm.jsonl)
foreach(corpus x86 aarch64 riscv ppc classics)
  thinair_oracle(${corpus} ${corpus}.jsonl)
  thinair_oracle(${corpus}_sc ${corpus}.jsonl --only sc)
endforeach()
