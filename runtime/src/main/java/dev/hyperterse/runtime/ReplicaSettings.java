package dev.hyperterse.runtime;

import dev.hyperterse.runtime.adapter.Handover;
import dev.hyperterse.runtime.mcp.seal.SealingKeys;
import dev.hyperterse.runtime.script.LoggedScripts;
import dev.hyperterse.runtime.script.ScriptOutput;
import java.nio.file.Path;

/**
 * The settings of a replica's process; all others are in its catalog.
 *
 * @param dataDirectory the only place where database files may lie
 * @param secrets the only place where password files may lie
 * @param keys seals session ids and cursors
 * @param loopbackOnly on a developer's machine: only pages of this machine may call
 * @param handover pace of new connections after a change of their settings
 * @param scriptOutput shows authors what their scripts print and where they fail
 */
public record ReplicaSettings(
        Path dataDirectory,
        Path secrets,
        SealingKeys keys,
        boolean loopbackOnly,
        Handover handover,
        ScriptOutput scriptOutput) {
    /** Of a replica whose scripts write to its log. */
    public ReplicaSettings(
            Path dataDirectory, Path secrets, SealingKeys keys, boolean loopbackOnly, Handover handover) {
        this(dataDirectory, secrets, keys, loopbackOnly, handover, new LoggedScripts());
    }
}
