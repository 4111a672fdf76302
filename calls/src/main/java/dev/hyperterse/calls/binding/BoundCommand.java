package dev.hyperterse.calls.binding;

import dev.hyperterse.calls.memory.Reservation;
import java.util.List;
import java.util.Optional;

/**
 * The command of one call with its arguments.
 *
 * @param arguments the command itself is the first
 * @param key the index of the first key
 * @param memory of the call; holds the arguments, and must be reserved for parts of the reply that are copied
 */
public record BoundCommand(List<byte[]> arguments, Optional<Integer> key, Reservation memory) {}
