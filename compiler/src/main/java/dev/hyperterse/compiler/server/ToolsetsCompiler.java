package dev.hyperterse.compiler.server;

import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.catalog.server.Toolset;
import dev.hyperterse.catalog.server.Toolset.Metadata;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.server.setting.Choice;
import dev.hyperterse.crds.v1alpha1.server.Toolset.ToolsetAuth;
import dev.hyperterse.crds.v1alpha1.server.ToolsetMetadata;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Compiles the toolsets of a server: all of them or none, so that no URL serves what another one was meant for. */
final class ToolsetsCompiler {
    /** Names that have a meaning behind the URL of a server. */
    private static final Set<String> RESERVED = Set.of("server-card");

    private final AuthSettings auth;
    private final List<Problem> problems = new ArrayList<>();

    private ToolsetsCompiler(AuthSettings auth) {
        this.auth = auth;
    }

    static Checked<List<Toolset>> compile(
            List<dev.hyperterse.crds.v1alpha1.server.Toolset> declared, AuthSettings auth) {
        var compiler = new ToolsetsCompiler(auth);
        var toolsets = new ArrayList<Toolset>();
        var names = new HashSet<String>();
        for (var index = 0; index < declared.size(); index++) {
            var path = FieldPath.item("spec.toolsets", index);
            compiler.name(declared.get(index).name(), names, path);
            toolsets.add(compiler.toolset(declared.get(index), path));
        }
        return Checked.unless(compiler.problems, List.copyOf(toolsets));
    }

    private void name(String name, Set<String> known, String path) {
        if (!known.add(name)) {
            problems.add(invalid(path + ".name", "two toolsets have the name '%s'".formatted(name), "rename one"));
        }
        if (RESERVED.contains(name)) {
            problems.add(invalid(
                    path + ".name",
                    "the path '%s' has a meaning of its own, which the toolset would hide".formatted(name),
                    "choose another name"));
        }
    }

    private Toolset toolset(dev.hyperterse.crds.v1alpha1.server.Toolset declared, String path) {
        return new Toolset(
                declared.name(),
                declared.exposure().flatMap(it -> Choice.checked(it, Exposure.class, path + ".exposure")
                        .valid(problems)),
                declared.instructions(),
                plugins(declared.auth().map(ToolsetAuth::plugins).orElse(List.of()), path + ".auth.plugins"),
                metadata(declared.metadata(), path + ".metadata"));
    }

    private List<String> plugins(List<String> names, String path) {
        for (var index = 0; index < names.size(); index++) {
            var name = names.get(index);
            if (auth.required().stream().map(AuthPlugin::name).noneMatch(name::equals)) {
                problems.add(Reason.PluginNotFound.problem(
                        FieldPath.item(path, index),
                        "toolset-plugin",
                        "the server does not require a plugin '%s'".formatted(name),
                        "name one of spec.auth.required, or add it there"));
            }
        }
        return names;
    }

    /** Clients that find nothing below the path of their URL look at the root of the host. */
    private Metadata metadata(Optional<ToolsetMetadata> declared, String path) {
        var metadata = declared.flatMap(
                        it -> Choice.checked(it, Metadata.class, path).valid(problems))
                .orElse(Metadata.Published);
        if (metadata == Metadata.Hidden
                && auth.resource().filter(ToolsetsCompiler::isRoot).isPresent()) {
            problems.add(invalid(
                    path,
                    "the metadata of auth.resource is at the root of its host, where clients of each URL find it",
                    "write auth.resource with the path of the endpoint, as in https://mcp.example.com/mcp"));
        }
        return metadata;
    }

    private static boolean isRoot(String resource) {
        var path = URI.create(resource).getRawPath();
        return path == null || path.isEmpty() || path.equals("/");
    }

    private static Problem invalid(String path, String message, String remedy) {
        return Reason.InvalidServer.problem(path, "toolset", message, remedy);
    }
}
