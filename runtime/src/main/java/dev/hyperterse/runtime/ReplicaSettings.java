package dev.hyperterse.runtime;

import dev.hyperterse.runtime.adapter.Handover;
import dev.hyperterse.runtime.mcp.seal.SealingKeys;
import java.nio.file.Path;

/**
 * What a replica is told by whoever starts it, as opposed to what its catalog says.
 *
 * @param dataDirectory the only place where database files may lie
 * @param secrets the only place where password files may lie
 * @param keys seals session ids and cursors
 * @param loopbackOnly on a developer's machine: only pages of this machine may call
 * @param handover pace of new connections after a change of their settings
 */
public record ReplicaSettings(
        Path dataDirectory, Path secrets, SealingKeys keys, boolean loopbackOnly, Handover handover) {}
