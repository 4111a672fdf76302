package dev.hyperterse.operator.trace;

/** The stages of a reconciliation, in order. All but the first are repeated when an input changes in between. */
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
