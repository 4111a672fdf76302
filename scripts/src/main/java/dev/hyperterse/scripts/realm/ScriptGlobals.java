package dev.hyperterse.scripts.realm;

import dev.hyperterse.javascript.Sandbox;
import dev.hyperterse.scripts.host.ScriptHost;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;

/** The globals of scripts in addition to ECMAScript: parsed once, and evaluated only for scripts that use them, but for those that hardened contexts keep. */
public final class ScriptGlobals {
    static final List<Global> ALL = List.of(
            new Global("atob", "base64"),
            new Global("btoa", "base64"),
            new Global("structuredClone", "clone"),
            new Global("console", "console"),
            new Global("crypto", "crypto"),
            new Global("fetch", "fetch"),
            new Global("Headers", "fetch"),
            new Global("Response", "fetch"),
            new Global("TextDecoder", "text"),
            new Global("TextEncoder", "text"),
            new Global("clearTimeout", "timers"),
            new Global("setTimeout", "timers"),
            new Global("URL", "url"),
            new Global("URLSearchParams", "url"));

    /** By the global object, or by escaped letters, code can refer to names that its text does not contain. */
    private static final List<String> NAMES_ANYTHING = List.of("globalThis", "\\u");

    static final List<String> PARTS =
            List.of("base64", "client", "clone", "console", "crypto", "fetch", "text", "timers", "tools", "url");

    /** Parts without a state that a run could leave: making them takes longer than most runs that use them. */
    private static final String KEPT = "url fetch";

    /** Operations whose answer comes in a later turn, which are those of {@code ask} in prelude.js. */
    private static final Set<String> ASKING = Set.of("query", "fetch", "call", "elicit", "sample", "roots");

    static final String PRELUDE = "prelude.js";
    static final String ISOLATED = "isolated.js";
    static final String PROGRAM = "program.js";

    private static final ProxyExecutable NOTHING = _ -> false;

    /** Not predictable by the numbers that others got. */
    private static final ProxyExecutable RANDOM = random();

    private final Source prelude = source(PRELUDE);
    private final Source bounded = source("bounded.js");
    private final Source closed = source("closed.js");
    private final Source hardened = source("hardened.js");
    private final Map<String, Source> parts =
            PARTS.stream().collect(Collectors.toUnmodifiableMap(Function.identity(), part -> source(part + ".js")));

    /** @param part that makes it */
    public record Global(String name, String part) {}

    public Source prelude() {
        return prelude;
    }

    private static ProxyExecutable random() {
        var random = new SecureRandom();
        return _ -> random.nextDouble();
    }

    /** Bounds what built-in methods make, and closes the ways by which code in the context could leave something in the engine. */
    Value close(Context context) {
        context.eval(bounded).executeVoid(Sandbox.LONGEST);
        return context.eval(closed).execute(NOTHING);
    }

    /** Freezes what is in the context. @return the function that forgets a run which has ended */
    Value harden(Context context, Prelude prelude) {
        var names = ALL.stream()
                .map(global -> "%s %s".formatted(global.name(), global.part()))
                .collect(Collectors.joining(" "));
        context.eval(bounded).executeVoid(Sandbox.LONGEST);
        prelude.serve().executeVoid((ProxyExecutable) this::part);
        return context.eval(hardened).execute(context.eval(closed), RANDOM, names, KEPT, prelude.all());
    }

    /**
     * The host function for the prelude; it also evaluates the parts of the globals in the current context.
     *
     * @param asked takes the number of a promise that waits for an answer, while its asker is on the stack
     */
    ProxyExecutable calling(ScriptHost host, IntConsumer asked) {
        return given -> {
            var operation = given[0].asString();
            if (operation.equals("part")) {
                return part(given);
            }
            var arguments = new SharedArguments(given);
            var answer = execute(host, operation, arguments);
            if (ASKING.contains(operation) && Boolean.TRUE.equals(answer)) {
                asked.accept(arguments.integer(1));
            }
            return answer;
        };
    }

    private Value part(Value... given) {
        return Context.getCurrent().eval(parts.get(given[1].asString()));
    }

    /** Scripts could catch an exception of the host, and would see its class. */
    private static Object execute(ScriptHost host, String operation, SharedArguments arguments) {
        try {
            return host.execute(operation, arguments);
        } catch (PolyglotException ofEngine) {
            throw ofEngine;
        } catch (RuntimeException broken) {
            return host.broke(broken);
        }
    }

    /** The globals that the code can use: code cannot be created from strings, so it uses only names in its text. */
    public static List<Global> namedIn(Collection<String> code) {
        return ALL.stream()
                .filter(global -> code.stream()
                        .anyMatch(text -> text.contains(global.name())
                                || NAMES_ANYTHING.stream().anyMatch(text::contains)))
                .toList();
    }

    private static Source source(String file) {
        return Sandbox.internal(file, text(file));
    }

    static String text(String file) {
        try (var stream = ScriptGlobals.class.getResourceAsStream(file)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("the program has no " + file, unreadable);
        }
    }
}
