package dev.hyperterse.runtime.rate;

import dev.hyperterse.catalog.server.Rates.Rate;
import java.util.List;

/** Lends tokens from buckets that replicas share. Safe for concurrent calls. */
public interface TokenLender {
    /** The lender of a replica that shares no buckets. */
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

    /** Whether buckets are shared at the moment; otherwise the replica counts on its own. */
    boolean isShared();

    /**
     * Borrows up to that many tokens; blocks for a bounded time.
     *
     * @param bucket the parts of its name
     */
    Loan lend(List<String> bucket, Rate rate, int wanted);

    /** The result of a request for tokens. */
    sealed interface Loan {
        /** At least one token; unused tokens are not returned. */
        record Lent(int tokens) implements Loan {}

        /** No token is available for that time. */
        record Wait(long nanos) implements Loan {}

        /** The shared state did not respond, so the replica counts on its own. */
        record Unavailable() implements Loan {}
    }
}
