package dev.hyperterse.operator.trace;

import java.util.function.Supplier;

/** Where no collector is named. */
record Untraced() implements ReconcileTrace {
    @Override
    public <T> T stage(Stage stage, Supplier<T> work) {
        return work.get();
    }

    @Override
    public void published(String revision, int served) {}

    @Override
    public void ended(String outcome) {}

    @Override
    public void failed(Throwable cause) {}
}
