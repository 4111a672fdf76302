package dev.hyperterse.operator.report;

import dev.hyperterse.operator.resolve.ServerKey;
import java.time.Instant;
import java.util.Optional;

/**
 * One server that a leaf names.
 *
 * @param progress empty where there is no such server, or it has not judged the leaf yet
 * @param exists whether there is such a server
 * @param attended since when it has replicas that could serve anything; empty while it has none
 * @param failure what keeps the server from judging anything
 */
record Place(
        ServerKey server,
        boolean exists,
        Optional<LeafProgress> progress,
        Optional<Instant> attended,
        Optional<ServerStatusInputs.Failure> failure) {}
