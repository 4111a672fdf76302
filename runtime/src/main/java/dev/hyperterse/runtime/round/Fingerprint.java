package dev.hyperterse.runtime.round;

import dev.hyperterse.catalog.Digest;
import dev.hyperterse.runtime.call.ClientRequest;

/**
 * Identifies the question that an answer belongs to. What a user has accepted holds for the form that was shown, to the
 * letter. A model and a client are asked for what may as well be the answer to a question in other words, so there it
 * is the kind alone.
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
