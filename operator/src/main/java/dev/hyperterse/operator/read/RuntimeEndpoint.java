package dev.hyperterse.operator.read;

/**
 * One pod that runs or is to run a server.
 *
 * @param address empty until it has one
 * @param running its containers run and nobody has asked it to end
 */
public record RuntimeEndpoint(String uid, String name, String address, int adminPort, boolean running, boolean ready) {}
