package dev.hyperterse.runtime.round;

import dev.hyperterse.calls.context.ClientRequest;
import dev.hyperterse.catalog.Digest;

/**
 * Identifies the question that an answer belongs to. The answer of a user is valid for exactly the form that was shown.
 * The answer of a model or a list of roots is valid for any question of the same kind.
 */
final class Fingerprint {
    private static final int LENGTH = 32;

    private Fingerprint() {}

    static String of(ClientRequest request) {
        return switch (request.method()) {
            case ELICIT ->
                Digest.of(request.params().map(Object::toString).orElse("")).substring(0, LENGTH);
            case SAMPLE, ROOTS -> request.method().capability();
        };
    }
}
