package dev.hyperterse.compiler.upstream;

import dev.hyperterse.crds.v1alpha1.action.UpstreamPrompt.PromptOverride;
import dev.hyperterse.crds.v1alpha1.action.UpstreamResource.ResourceOverride;
import dev.hyperterse.crds.v1alpha1.action.UpstreamTool.ToolOverride;
import dev.hyperterse.crds.v1alpha1.tool.Hints;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The definitions that an author wants, and what single ones have instead of what they say.
 *
 * @param chosen names or URIs; none stand for all
 */
record Choice(List<String> chosen, List<Override> overrides) {
    /** @param of the name of a definition, or its URI */
    record Override(
            String of,
            Optional<String> name,
            Optional<String> title,
            Optional<String> description,
            Optional<Hints> hints,
            Optional<Boolean> suspend) {
        static Override of(ToolOverride tool) {
            return new Override(
                    tool.tool(), tool.name(), tool.title(), tool.description(), tool.hints(), tool.suspend());
        }

        static Override of(PromptOverride prompt) {
            return new Override(
                    prompt.prompt(),
                    prompt.name(),
                    prompt.title(),
                    prompt.description(),
                    Optional.empty(),
                    prompt.suspend());
        }

        static Override of(ResourceOverride resource) {
            return new Override(
                    resource.uri(),
                    resource.name(),
                    resource.title(),
                    resource.description(),
                    Optional.empty(),
                    resource.suspend());
        }
    }

    Optional<Override> override(String of) {
        return overrides.stream().filter(it -> it.of().equals(of)).findFirst();
    }

    boolean has(String of) {
        return suspended().noneMatch(of::equals) && (chosen.isEmpty() || chosen.contains(of));
    }

    /** The names and URIs of those that are not to be served. */
    Stream<String> suspended() {
        return overrides.stream().filter(it -> it.suspend().orElse(false)).map(Override::of);
    }

    /** All names and URIs that the author writes. */
    Stream<String> written() {
        return Stream.concat(chosen.stream(), overrides.stream().map(Override::of));
    }
}
