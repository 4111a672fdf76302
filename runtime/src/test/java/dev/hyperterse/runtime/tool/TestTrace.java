package dev.hyperterse.runtime.tool;

import dev.hyperterse.calls.CallTrace;
import dev.hyperterse.calls.Outcome;
import dev.hyperterse.calls.Outcome.Ended;
import dev.hyperterse.calls.SpanIdentity;
import java.util.Optional;
import java.util.function.Supplier;

/** A call that is recorded as that span, nowhere. */
public record TestTrace(SpanIdentity identity) implements CallTrace {
    /** The span of that number. */
    public static TestTrace of(int span) {
        return new TestTrace(new SpanIdentity("0af7651916cd43dd8448eb211c80319c", "%016x".formatted(span), true));
    }

    @Override
    public boolean isRecorded() {
        return true;
    }

    @Override
    public Optional<SpanIdentity> span() {
        return Optional.of(identity);
    }

    @Override
    public Ended stage(String name, Supplier<Ended> work) {
        return work.get();
    }

    @Override
    public void note(String name, String value) {
        // Tests do not read notes.
    }

    @Override
    public void end(Outcome outcome) {
        // Tests do not await the end.
    }
}
