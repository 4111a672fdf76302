package dev.hyperterse.scripts.realm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.javascript.Sandbox;
import dev.hyperterse.javascript.ScriptFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.junit.jupiter.api.Test;

/** Runs that follow each other in a hardened context share what has no state of a run: making it takes longer than they do. */
class KeptPartsTest {
    private final List<String> made = new ArrayList<>();

    @Test
    void runsOfAContextShareFetchAndUrl() {
        try (var sandbox = new Sandbox();
                var context = sandbox.open(ScriptFiles.of(Map.of()))) {
            context.enter();
            var globals = new ScriptGlobals();
            var prelude = Prelude.in(context, globals);
            var end = globals.harden(context, prelude);
            for (var run = 0; run < 2; run++) {
                prelude.serve().executeVoid(host());
                assertThat(context.eval("js", "new URL('http://a/b').host + typeof fetch + typeof structuredClone")
                                .asString())
                        .isEqualTo("afunctionfunction");
                end.executeVoid();
            }
            context.leave();
        }
        assertThat(made).containsExactly("clone", "clone");
    }

    /** As programs do that wrap a response. */
    @Test
    void objectsHaveMembersOfTheirOwnWithTheNamesOfMethods() {
        try (var sandbox = new Sandbox();
                var context = sandbox.open(ScriptFiles.of(Map.of()))) {
            context.enter();
            var globals = new ScriptGlobals();
            var prelude = Prelude.in(context, globals);
            globals.harden(context, prelude);
            prelude.serve().executeVoid(host());
            assertThat(context.eval("js", """
                            (() => {
                              'use strict';
                              const headers = new Headers();
                              headers.get = () => 'own';
                              const url = new URL('http://a/');
                              url.toString = () => 'own';
                              class Other extends URL {}
                              Other.prototype.constructor = String;
                              return headers.get('a') + url + new Headers().get('a') + new URL('http://a/')
                                + (new Other('http://b/').constructor === String) + (new URL('http://a/').constructor === URL);
                            })()""").asString()).isEqualTo("ownownnullhttp://a/truetrue");
            context.leave();
        }
    }

    private ProxyExecutable host() {
        return given -> {
            made.add(given[1].asString());
            return Context.getCurrent().eval("js", ScriptGlobals.text(given[1].asString() + ".js"));
        };
    }
}
