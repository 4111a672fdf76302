package dev.hyperterse.operator.read;

/**
 * One pod that runs or is to run a server.
 *
 * @param version of the runtime, as the pod's label says; may be empty
 * @param address empty until it has one
 * @param running the container of its runtime runs and nobody has asked it to end
 * @param ready clients are sent to it
 * @param ended it has ended, was evicted, or is asked to end
 */
public record RuntimeEndpoint(
        String uid,
        String name,
        String version,
        String address,
        int adminPort,
        boolean running,
        boolean ready,
        boolean ended) {}
