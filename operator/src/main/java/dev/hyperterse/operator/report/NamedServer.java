package dev.hyperterse.operator.report;

import dev.hyperterse.operator.resolve.LeafKey;
import dev.hyperterse.operator.resolve.ServerKey;
import java.time.Instant;
import java.util.Optional;

/**
 * The state of one server that a leaf names.
 *
 * @param progress empty where the server does not exist, or has not evaluated the leaf yet
 * @param servableSince since when it has replicas that could serve anything; empty while it has none
 * @param scaledToZero it is asked to have none
 * @param failure what keeps the server from evaluating anything
 */
record NamedServer(
        ServerKey key,
        boolean exists,
        Optional<LeafProgress> progress,
        Optional<Instant> servableSince,
        boolean scaledToZero,
        Optional<ServerStatusInputs.Failure> failure) {
    static NamedServer of(ServerKey key, boolean exists, ServerStatusInputs inputs, LeafKey leaf) {
        return new NamedServer(
                key,
                exists,
                Optional.ofNullable(inputs.leaves().get(leaf)),
                inputs.servableSince(),
                inputs.scaledToZero(),
                inputs.failure());
    }
}
