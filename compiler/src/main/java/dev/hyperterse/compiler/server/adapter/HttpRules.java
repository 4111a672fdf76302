package dev.hyperterse.compiler.server.adapter;

import dev.hyperterse.catalog.request.HeaderRules;
import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.server.setting.Unsupported;
import dev.hyperterse.crds.v1alpha1.adapter.Adapter;
import dev.hyperterse.crds.v1alpha1.adapter.HttpApi;
import dev.hyperterse.crds.v1alpha1.adapter.HttpApi.Elicitation;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The rules of settings of an adapter of an HTTP API or an MCP server. */
record HttpRules(String path, List<Problem> problems) {
    private static final Set<String> OF_PROTOCOL = Set.of("accept", "traceparent", "hyperterse-hops");

    void check(Adapter adapter) {
        if (adapter.passwordFile().isPresent()) {
            add(".passwordFile", "no-password-file", "an HTTP API reads no password file", "set password");
        }
        if (adapter.username().isPresent() != adapter.password().isPresent()) {
            add(
                    ".username",
                    "username-and-password",
                    "only one of username and password is set",
                    "set both for Basic authentication; a key or token goes into http.headers");
        }
        adapter.pool().ifPresent(pool -> {
            unused(pool.minIdle(), ".pool.minIdle");
            unused(pool.idleTimeout(), ".pool.idleTimeout");
            unused(pool.maxLifetime(), ".pool.maxLifetime");
        });
        var basic = adapter.username().isPresent();
        var token = adapter.http().flatMap(HttpApi::auth).isPresent();
        if (basic && token) {
            add(
                    ".http.auth",
                    "authorization-once",
                    "the header authorization is made of username and password, and of http.auth too",
                    "remove http.auth, or username and password");
        }
        headers(
                adapter.http().map(HttpApi::headers).orElseGet(List::of),
                token
                        ? Optional.of("http.auth")
                        : Optional.of("username and password").filter(_ -> basic));
        if (adapter.engine() == Adapter.Engine.Mcp) {
            protocol(adapter.http().map(HttpApi::headers).orElseGet(List::of));
        }
        elicitation(adapter);
    }

    private void elicitation(Adapter adapter) {
        switch (adapter.http().flatMap(HttpApi::elicitation).orElse(Elicitation.Forbidden)) {
            case Forbidden -> {}
            case Allowed -> {
                if (adapter.engine() != Adapter.Engine.Mcp) {
                    add(".http.elicitation", "elicitation-of-mcp", "an HTTP API asks no users", "remove it");
                }
            }
            case Unrecognized -> problems.add(Unsupported.unknownValue(path + ".http.elicitation"));
        }
    }

    /** Headers that the protocol sets in each request. */
    private void protocol(List<HttpApi.Header> headers) {
        for (var index = 0; index < headers.size(); index++) {
            var name = headers.get(index).name().toLowerCase(Locale.ROOT);
            if (OF_PROTOCOL.contains(name) || name.startsWith("mcp-")) {
                add(
                        FieldPath.item(".http.headers", index) + ".name",
                        "header-of-protocol",
                        "%s follows from the protocol".formatted(name),
                        "remove it");
            }
        }
    }

    private void unused(Optional<?> setting, String field) {
        setting.ifPresent(_ -> add(
                field,
                "pool-of-http",
                "connections to an HTTP API are closed after a few idle seconds",
                "remove it; maxSize and connectionTimeout are what such an adapter has"));
    }

    /** @param authorization what makes that header */
    private void headers(List<HttpApi.Header> headers, Optional<String> authorization) {
        var seen = new HashSet<String>();
        for (var index = 0; index < headers.size(); index++) {
            var name = headers.get(index).name().toLowerCase(Locale.ROOT);
            var field = FieldPath.item(".http.headers", index) + ".name";
            if (!seen.add(name)) {
                add(field, "header-once", "duplicate header '%s'".formatted(name), "remove one");
            }
            if (HeaderRules.isOfConnectionOrBody(name)) {
                add(field, "header-name", "%s follows from the connection or the body".formatted(name), "remove it");
            }
            if (authorization.isPresent() && name.equals("authorization")) {
                var maker = authorization.get();
                add(
                        field,
                        "authorization-once",
                        "the header authorization is made of " + maker,
                        "remove the header, or " + maker);
            }
        }
    }

    private void add(String field, String rule, String message, String remedy) {
        problems.add(Reason.InvalidAdapter.problem(path + field, rule, message, remedy));
    }
}
