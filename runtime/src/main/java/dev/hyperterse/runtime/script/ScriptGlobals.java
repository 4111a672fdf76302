package dev.hyperterse.runtime.script;

import dev.hyperterse.javascript.Sandbox;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;

/** What a script sees beside ECMAScript: parsed once, and what few scripts use is evaluated for those only. */
final class ScriptGlobals {
    private final Source prelude = source("prelude.js");
    private final Map<String, Source> parts =
            Map.of("client", source("client.js"), "fetch", source("fetch.js"), "url", source("url.js"));

    Source prelude() {
        return prelude;
    }

    /** The function of the context that makes a part. */
    Value part(String name) {
        return Context.getCurrent().eval(parts.get(name));
    }

    private static Source source(String file) {
        try (var stream = ScriptGlobals.class.getResourceAsStream(file)) {
            return Sandbox.internal(file, new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            throw new UncheckedIOException("the program has no " + file, unreadable);
        }
    }
}
