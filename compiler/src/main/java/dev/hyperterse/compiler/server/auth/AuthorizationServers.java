package dev.hyperterse.compiler.server.auth;

import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.server.setting.HttpUrl;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks the issuers that a plugin by script names for clients (RFC 9728): a replica publishes them and reads none. */
record AuthorizationServers(String plugin, List<String> headers, Optional<String> resource) {
    List<Problem> problems(List<String> declared, String path) {
        if (declared.isEmpty()) {
            return List.of();
        }
        var problems = new ArrayList<Problem>();
        if (resource.isEmpty()) {
            problems.add(Reason.InvalidAuth.problem(
                    "spec.auth.resource",
                    "authorization-servers-need-a-resource",
                    "the authorizationServers of plugin '%s' need the identity that their tokens are issued for"
                            .formatted(plugin),
                    "set it to the URL of the endpoint, such as https://shop.example.com/mcp"));
        }
        if (!headers.contains("authorization")) {
            problems.add(Reason.InvalidAuth.problem(
                    path,
                    "authorization-servers-need-a-token",
                    "plugin '%s' does not read the header Authorization, in which clients send tokens"
                            .formatted(plugin),
                    "add Authorization to the headers of the plugin, or remove authorizationServers"));
        }
        for (var index = 0; index < declared.size(); index++) {
            problem(declared.get(index), FieldPath.item(path, index)).ifPresent(problems::add);
        }
        return problems;
    }

    private static Optional<Problem> problem(String issuer, String path) {
        var url = HttpUrl.parse(issuer);
        if (url.isEmpty()
                || url.map(URI::getRawFragment).isPresent()
                || url.map(URI::getRawQuery).isPresent()) {
            return Optional.of(Reason.InvalidAuth.problem(
                    path,
                    "issuer-is-a-url",
                    "'%s' is not an http or https URL without credentials, query and fragment".formatted(issuer),
                    "write the issuer as its metadata has it, such as https://login.example.com"));
        }
        return HttpUrl.isProtected(url.get())
                ? Optional.empty()
                : Optional.of(Reason.InvalidAuth.problem(
                        path,
                        "issuer-over-tls",
                        "clients would read the metadata of '%s' over http, where it can be altered in transit"
                                .formatted(issuer),
                        "use https; http is for loopback addresses"));
    }
}
