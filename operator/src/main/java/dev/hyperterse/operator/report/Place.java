package dev.hyperterse.operator.report;

import dev.hyperterse.operator.resolve.ServerKey;
import java.util.Optional;

/**
 * One server that a leaf names.
 *
 * @param standing empty where there is no such server, or it has not judged the leaf yet
 * @param exists whether there is such a server
 * @param replicas whether any of its replicas runs
 */
record Place(ServerKey server, boolean exists, Optional<Standing> standing, boolean replicas) {}
