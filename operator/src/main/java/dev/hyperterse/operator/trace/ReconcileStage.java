package dev.hyperterse.operator.trace;

/** What a reconciliation does, in this order; all but the first more than once where something changes meanwhile. */
public enum ReconcileStage {
    TakeOver("take over"),
    Compile("compile"),
    /** ConfigMaps and Secrets that no compile has referred to before. */
    ReadDocuments("read documents"),
    Publish("publish");

    private final String spelling;

    ReconcileStage(String spelling) {
        this.spelling = spelling;
    }

    String spelling() {
        return spelling;
    }
}
