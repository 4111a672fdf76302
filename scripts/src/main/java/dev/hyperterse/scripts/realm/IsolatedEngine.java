package dev.hyperterse.scripts.realm;

import dev.hyperterse.javascript.isolated.Isolate;
import dev.hyperterse.javascript.isolated.IsolateArguments;
import dev.hyperterse.javascript.isolated.IsolateHost;
import dev.hyperterse.javascript.isolated.IsolateImage;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The common start of all scripts with a memory of their own: QuickJS in which the prelude has run. */
public final class IsolatedEngine {
    /** isolated.js removes frames with this prefix from stack traces. */
    private static final String NOT_OF_AUTHORS = "hyperterse:";

    private static final int PREPARING = 16 << 20;

    private final IsolateImage image;
    private final Map<String, Long> parts = new HashMap<>();
    private final long offer;
    private final long begin;
    private final long settle;

    /** Takes a second in a process that has just started, and a tenth of a second later. */
    public IsolatedEngine() {
        var world = Isolate.start(PREPARING, new Preparing());
        var host = world.hostFunction();
        world.call(evaluate(world, ScriptGlobals.ISOLATED), host);
        var control = world.call(evaluate(world, ScriptGlobals.PRELUDE), false, host);
        ScriptGlobals.PARTS.forEach(part -> parts.put(part, evaluate(world, part + ".js")));
        this.offer = world.property(control, "offer");
        ScriptGlobals.ALL.forEach(global -> world.call(offer, global.name(), global.part()));
        this.begin = world.property(control, "begin");
        this.settle = world.property(control, "settle");
        this.image = world.image();
    }

    /** The value of a file of ours. */
    static long evaluate(Isolate world, String file) {
        return world.evaluate(NOT_OF_AUTHORS + file, ScriptGlobals.text(file));
    }

    IsolateImage image() {
        return image;
    }

    /** The function that adds a global. */
    long offer() {
        return offer;
    }

    long begin() {
        return begin;
    }

    long settle() {
        return settle;
    }

    /** The function that makes a part of the globals. */
    Optional<Long> part(String name) {
        return Optional.ofNullable(parts.get(name));
    }

    /** No script of an author runs yet, so nothing calls the host. */
    private static final class Preparing implements IsolateHost {
        @Override
        public Object call(IsolateArguments arguments) {
            throw new IllegalStateException(arguments.text(0));
        }
    }
}
