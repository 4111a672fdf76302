package dev.hyperterse.runtime;

import dev.hyperterse.calls.adapter.Handover;
import dev.hyperterse.runtime.audit.CallWatch;
import dev.hyperterse.runtime.mcp.seal.SealingKeys;
import dev.hyperterse.scripts.author.LoggedScripts;
import dev.hyperterse.scripts.author.ScriptOutput;
import dev.hyperterse.telemetry.otlp.Endpoint;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The settings of a replica's process; all others are in its catalog.
 *
 * @param dataDirectory the only folder for database files
 * @param secrets the only folder for password files
 * @param keys seal session ids and cursors
 * @param loopbackOnly on a developer's machine: only web pages of this machine may call
 * @param handover pace of new connections after a change of their settings
 * @param scriptOutput shows authors the output and the failures of their scripts
 * @param callWatch shows authors the calls of clients
 * @param collectorLimit how long a collector of telemetry may take to answer
 * @param encrypted whether its port speaks TLS, whose connections hold more
 */
public record ReplicaSettings(
        Path dataDirectory,
        Path secrets,
        SealingKeys keys,
        boolean loopbackOnly,
        Handover handover,
        ScriptOutput scriptOutput,
        CallWatch callWatch,
        Duration collectorLimit,
        boolean encrypted) {
    /** The settings of a replica whose scripts write to its log. */
    public ReplicaSettings(
            Path dataDirectory, Path secrets, SealingKeys keys, boolean loopbackOnly, Handover handover) {
        this(dataDirectory, secrets, keys, loopbackOnly, handover, new LoggedScripts(), CallWatch.NONE);
    }

    public ReplicaSettings(
            Path dataDirectory,
            Path secrets,
            SealingKeys keys,
            boolean loopbackOnly,
            Handover handover,
            ScriptOutput scriptOutput,
            CallWatch callWatch) {
        this(dataDirectory, secrets, keys, loopbackOnly, handover, scriptOutput, callWatch, Endpoint.LIMIT, false);
    }

    /** The same with a port that speaks TLS, or not. */
    public ReplicaSettings encrypted(boolean tls) {
        return new ReplicaSettings(
                dataDirectory, secrets, keys, loopbackOnly, handover, scriptOutput, callWatch, collectorLimit, tls);
    }
}
