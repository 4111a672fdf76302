module hyperterse.dev/bench/workload/api

go 1.25
