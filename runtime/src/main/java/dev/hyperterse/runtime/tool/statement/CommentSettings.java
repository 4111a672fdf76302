package dev.hyperterse.runtime.tool.statement;

import dev.hyperterse.calls.CallerHash;
import java.util.Optional;

/**
 * The settings of comments in statements.
 *
 * @param server named in each comment
 * @param callers hashes the callers of traced calls; empty where comments of calls are off
 */
public record CommentSettings(String server, Optional<CallerHash> callers) {}
