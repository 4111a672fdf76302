package dev.hyperterse.compiler.server;

import dev.hyperterse.catalog.script.FetchGrant;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.References;
import dev.hyperterse.compiler.resolve.Resolved;
import dev.hyperterse.compiler.resolve.ServerInputs;
import dev.hyperterse.compiler.resolve.grant.Grants;
import dev.hyperterse.compiler.server.setting.Choice;
import dev.hyperterse.compiler.server.setting.HttpUrl;
import dev.hyperterse.compiler.server.setting.Unsupported;
import dev.hyperterse.crds.v1alpha1.server.ServerScripts.Fetch;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Compiles {@code spec.scripts.fetch}, each entry by itself. A faulty entry grants nothing.
 *
 * @param values of the server, which those that the entries name join
 * @param problems of the server, which those of the entries join
 */
record FetchCompiler(ServerInputs inputs, References references, Map<ValueKey, String> values, List<Problem> problems) {
    private static final String PATH = "spec.scripts.fetch";

    /** The URLs that may be fetched. */
    List<FetchGrant> compile(List<Fetch> declared) {
        var granted = new ArrayList<FetchGrant>();
        var seen = new HashSet<String>();
        for (var index = 0; index < declared.size(); index++) {
            var path = FieldPath.item(PATH, index);
            var fetch = declared.get(index);
            if (Grants.unrecognized(fetch.namespaces())) {
                problems.add(Unsupported.unknownValue(path + ".namespaces"));
            }
            if (!seen.add(fetch.url())) {
                problems.add(Reason.InvalidServer.problem(
                        path + ".url",
                        "fetch-once",
                        "duplicate entry '%s'".formatted(fetch.url()),
                        "remove one, and list the namespaces of both in the other"));
                continue;
            }
            compile(fetch, path).ifPresent(granted::add);
        }
        return List.copyOf(granted);
    }

    private Optional<FetchGrant> compile(Fetch fetch, String path) {
        var before = problems.size();
        checkUrl(fetch.url(), path + ".url");
        var addresses = Choice.checked(
                        fetch.addresses().orElse(Fetch.Addresses.Public),
                        FetchGrant.Addresses.class,
                        path + ".addresses")
                .valid(problems)
                .orElse(FetchGrant.Addresses.Public);
        var sound = problems.size() == before;
        var ca = fetch.ca()
                .flatMap(document -> references.document(document, path + ".ca").valid(problems));
        var key = ValueKey.fetch(fetch.url(), "ca");
        var pem = ca.map(Resolved::text).or(() -> published(fetch, key));
        pem.ifPresent(text -> values.put(key, text));
        return sound && fetch.ca().isPresent() == pem.isPresent()
                ? Optional.of(new FetchGrant(fetch.url(), addresses, pem.map(_ -> key)))
                : Optional.empty();
    }

    /** Those that are published stay while the reference does not resolve. */
    private Optional<String> published(Fetch fetch, ValueKey key) {
        return fetch.ca().flatMap(_ -> inputs.published().values().find(key));
    }

    private void checkUrl(String text, String path) {
        var url = HttpUrl.parse(text);
        if (url.filter(it -> it.getRawQuery() == null && it.getRawFragment() == null)
                .filter(it -> it.normalize().getRawPath().equals(it.getRawPath()))
                .isEmpty()) {
            problems.add(Reason.InvalidServer.problem(
                    path,
                    "fetch-url",
                    "'%s' is not an http or https URL with a host and a path only".formatted(text),
                    "write it like https://api.example.com/v1/; all below that path is granted"));
        }
    }
}
