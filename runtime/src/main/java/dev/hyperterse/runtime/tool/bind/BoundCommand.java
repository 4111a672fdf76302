package dev.hyperterse.runtime.tool.bind;

import dev.hyperterse.runtime.memory.Reservation;
import java.util.List;
import java.util.Optional;

/**
 * What one call sends: a command and its arguments.
 *
 * @param arguments the command itself is the first
 * @param key which of them is the first key
 * @param memory of the call; it has the arguments, and is to be asked for what the reply takes beside the result
 */
public record BoundCommand(List<byte[]> arguments, Optional<Integer> key, Reservation memory) {}
