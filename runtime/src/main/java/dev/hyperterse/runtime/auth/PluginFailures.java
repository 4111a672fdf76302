package dev.hyperterse.runtime.auth;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The log of what goes wrong in a plugin's script: a line a second, because anyone may send what it fails with. */
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

    /** @param why has no text of credentials, of variables, or of the script */
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
                .log("the script of an auth plugin has no answer, so its caller is refused");
        logged = true;
        last = now;
        unlogged = 0;
    }
}
