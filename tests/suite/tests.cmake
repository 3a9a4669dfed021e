# The shipped catalogue gives the verdicts that its tables expect, and every witness stands up to the plain evaluator.
add_test(NAME suite COMMAND thinair suite --check --no-times)
