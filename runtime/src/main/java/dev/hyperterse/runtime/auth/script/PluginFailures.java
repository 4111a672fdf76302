package dev.hyperterse.runtime.auth.script;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs failures of a plugin's script, at most one line per second: any sender can cause them. */
final class PluginFailures {
    private static final Logger LOG = LoggerFactory.getLogger(PluginFailures.class);
    private static final long PAUSE = TimeUnit.SECONDS.toNanos(1);

    private final String plugin;
    private final LongSupplier clock;
    private long last;
    private boolean logged;
    private int unlogged;

    /** @param clock as {@link System#nanoTime} */
    PluginFailures(String plugin, LongSupplier clock) {
        this.plugin = plugin;
        this.clock = clock;
    }

    /** @param why without text of credentials, variables or the script */
    synchronized void log(String why) {
        var now = clock.getAsLong();
        if (logged && now - last < PAUSE) {
            unlogged++;
            return;
        }
        LOG.atWarn()
                .addKeyValue("event", "auth_plugin_failed")
                .addKeyValue("plugin", plugin)
                .addKeyValue("why", why)
                .addKeyValue("unlogged", unlogged)
                .log("the script of an auth plugin failed; its caller is refused");
        logged = true;
        last = now;
        unlogged = 0;
    }
}
