package dev.hyperterse.playground.e2e;

/** Where the time of changes goes: what operator and replicas have counted so far. */
record Stages(AdminFigures operator, AdminFigures replica) {
    private static final double MILLIS = 1_000;

    static Stages of(Gateway gateway, String server) {
        return new Stages(
                AdminFigures.ofOperator(gateway.playground()),
                AdminFigures.of(gateway.readyPods(server).getFirst()));
    }

    /** Adds to the figures what has been spent between the two. */
    void until(Stages end, int changes, String suffix, Figures figures) {
        mean(
                figures,
                "  operator: a round of its server",
                "round",
                suffix,
                operator,
                end.operator(),
                "hyperterse_operator_reconcile_duration_seconds");
        mean(
                figures,
                "  operator: writing what changed and the index",
                "publication",
                suffix,
                operator,
                end.operator(),
                "hyperterse_operator_publication_duration_seconds");
        mean(
                figures,
                "  replica: making it live",
                "swap",
                suffix,
                replica,
                end.replica(),
                "hyperterse_swap_duration_seconds");
        figures.figure(
                "  operator: CPU time a change", "ms", "operator_cpu" + suffix, cpu(operator, end.operator(), changes));
        figures.figure(
                "  replica: CPU time a change", "ms", "replica_cpu" + suffix, cpu(replica, end.replica(), changes));
    }

    private static void mean(
            Figures figures,
            String what,
            String key,
            String suffix,
            AdminFigures from,
            AdminFigures to,
            String histogram) {
        var count = to.value(histogram + "_count") - from.value(histogram + "_count");
        var sum = to.value(histogram + "_sum") - from.value(histogram + "_sum");
        figures.figure(what, "ms", key + "_mean" + suffix, count == 0 ? 0 : sum / count * MILLIS);
    }

    private static double cpu(AdminFigures from, AdminFigures to, int changes) {
        var seconds = to.value("process_cpu_seconds_total") - from.value("process_cpu_seconds_total");
        return seconds / changes * MILLIS;
    }
}
