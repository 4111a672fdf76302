package dev.hyperterse.cli.imports.toolbox;

import dev.hyperterse.cli.document.Tree;
import dev.hyperterse.cli.imports.Fields;
import dev.hyperterse.cli.imports.Findings;
import dev.hyperterse.cli.imports.ImportedNames;
import dev.hyperterse.cli.imports.NotImported;
import dev.hyperterse.cli.imports.Variables;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Services that issue tokens, as plugins of the server. Callers without a token keep the tools that need none. */
final class AuthServices {
    private static final String GOOGLE = "https://accounts.google.com";
    private static final String RESOURCE = "http://localhost:8080/mcp";

    private final Map<String, Map<String, Object>> plugins = new LinkedHashMap<>();

    /** Those that guard the whole server. */
    private final List<String> guards = new ArrayList<>();

    AuthServices(Map<String, Tree> services, Findings findings) {
        services.forEach((name, service) -> {
            var issuer = ToolboxFile.type(service).equals("google") ? GOOGLE : service.text("authorizationServer");
            var audience = service.field("clientId")
                    .or(() -> service.field("audience"))
                    .flatMap(Tree::text)
                    .orElse("");
            if (service.field("scopesRequired").isPresent()) {
                throw new NotImported(
                        "authService %s requires scopes, without which its server would be open".formatted(name),
                        "remove scopesRequired, import, and write the scopes into auth.policy of each tool");
            }
            if (service.isTrue("mcpEnabled")) {
                if (issuer.isEmpty() || audience.isEmpty()) {
                    throw new NotImported(
                            "authService %s guards the server, and names no issuer and audience".formatted(name),
                            "write authorizationServer and audience into it");
                }
                guards.add(ImportedNames.object(name));
            }
            if (issuer.isEmpty() || audience.isEmpty()) {
                findings.leftOut(service.place(), "authService " + name, "it names no issuer and audience", "");
                return;
            }
            if (Variables.VARIABLE.matcher(audience + issuer).find()) {
                findings.changed(
                        service.place(),
                        "no token passes plugin %s: its %s is a variable".formatted(name, audience),
                        "write the value into spec.auth.plugins of server.yaml");
            }
            plugins.put(
                    name,
                    Fields.of(
                            "name",
                            ImportedNames.object(name),
                            "jwt",
                            Fields.of("issuer", issuer, "audiences", List.of(audience))));
        });
        if (!plugins.isEmpty()) {
            findings.changed(
                    services.values().iterator().next().place(),
                    "clients send their token in the header Authorization, and none of its own for each service",
                    "write the URL that clients use as spec.auth.resource of server.yaml");
        }
    }

    /** Fields of the server. */
    Map<String, Object> settings() {
        if (plugins.isEmpty()) {
            return Map.of();
        }
        var auth = new LinkedHashMap<String, Object>();
        auth.put("mode", "Required");
        auth.put("resource", RESOURCE);
        auth.put(
                "required",
                guards.isEmpty()
                        ? Stream.concat(
                                        plugins.values().stream().map(plugin -> plugin.get("name")),
                                        Stream.of("allow_all"))
                                .toList()
                        : guards);
        auth.put("plugins", new ArrayList<>(plugins.values()));
        return Map.of("auth", auth);
    }

    /** The {@code auth} of a tool that needs one of the services. */
    Map<String, Object> required(List<String> names) {
        names.forEach(this::require);
        if (names.size() == 1) {
            return Map.of("plugin", ImportedNames.object(names.getFirst()));
        }
        var anyOf = names.stream()
                .map(name -> "'" + ImportedNames.object(name) + "'")
                .collect(Collectors.joining(", ", "principal.plugin in [", "]"));
        return Fields.of("plugin", "allow_all", "rules", List.of(Fields.of("name", "service", "expression", anyOf)));
    }

    /** @throws NotImported for a service that is no plugin */
    void require(String name) {
        if (!plugins.containsKey(name)) {
            throw new NotImported("it needs the authService '%s', which is no plugin here".formatted(name), "");
        }
    }
}
