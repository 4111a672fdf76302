package dev.hyperterse.calls;

/** The outcome of a call, as records, metrics and traces show it. */
public sealed interface Outcome {
    /** The text in logs and metrics. */
    String spelling();

    /** No failure; stages end like this, too. */
    enum Ended implements Outcome {
        COMPLETED("completed"),
        /** The client is asked something, and repeats the call with the answers. */
        INPUT_REQUIRED("input_required");

        private final String spelling;

        Ended(String spelling) {
            this.spelling = spelling;
        }

        @Override
        public String spelling() {
            return spelling;
        }
    }

    record Failed(Stage stage) implements Outcome {
        @Override
        public String spelling() {
            return stage.spelling();
        }
    }
}
