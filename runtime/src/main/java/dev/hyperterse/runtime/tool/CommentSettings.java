package dev.hyperterse.runtime.tool;

import dev.hyperterse.runtime.call.CallerHash;
import java.util.Optional;

/**
 * The settings of comments in statements.
 *
 * @param server whose they are
 * @param callers of calls that are traced, which say more; empty where they do not
 */
public record CommentSettings(String server, Optional<CallerHash> callers) {}
