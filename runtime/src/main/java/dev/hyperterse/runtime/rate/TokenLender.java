package dev.hyperterse.runtime.rate;

import dev.hyperterse.catalog.server.Rates.Rate;
import java.util.List;

/** The source of tokens from buckets that replicas share. Safe for concurrent calls. */
public interface TokenLender {
    /** Of a replica that counts for itself. */
    TokenLender NONE = new TokenLender() {
        @Override
        public boolean isShared() {
            return false;
        }

        @Override
        public Loan lend(List<String> bucket, Rate rate, int wanted) {
            return new Loan.Unavailable();
        }
    };

    /** Whether it can be asked now; otherwise the replica counts for itself. */
    boolean isShared();

    /**
     * Asks for up to so many tokens; the thread waits for a bounded time.
     *
     * @param bucket what it is called, in parts
     */
    Loan lend(List<String> bucket, Rate rate, int wanted);

    /** What became of it. */
    sealed interface Loan {
        /** At least one; they are the replica's, whether it uses them or not. */
        record Lent(int tokens) implements Loan {}

        /** There is none; after so long there will be one. */
        record Wait(long nanos) implements Loan {}

        /** There is no answer: the replica counts for itself. */
        record Unavailable() implements Loan {}
    }
}
