package dev.hyperterse.compiler.leaf.link;

import dev.hyperterse.catalog.HeaderNames;
import dev.hyperterse.catalog.input.BoundInput;
import dev.hyperterse.catalog.statement.BoundSource;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.server.setting.EndpointPath;
import dev.hyperterse.crds.v1alpha1.input.InputSource;
import dev.hyperterse.crds.v1alpha1.input.ToolInput;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which sources of inputs one server has. A server that changes takes them from a tool that is published: no older version of
 * the tool may go on reading a header that holds keys now, or be listed where every call of it would be refused.
 *
 * @param keyHeaders in lower case
 * @param segments of the path of the server
 */
public record ServerSources(Set<String> keyHeaders, List<String> segments) {
    public static final String INPUTS = "spec.inputs";

    /** The first source that the server does not have. Every compile asks it of every tool, so without a stream. */
    Optional<Problem> problem(List<ToolInput> declared) {
        for (var index = 0; index < declared.size(); index++) {
            var source = declared.get(index).source();
            var problem = source.isPresent() ? problem(source.get(), index) : Optional.<Problem>empty();
            if (problem.isPresent()) {
                return problem;
            }
        }
        return Optional.empty();
    }

    /** The same of a published version. */
    Optional<Problem> problemOfPublished(List<BoundInput> bound) {
        return bound.stream()
                .map(BoundInput::source)
                .flatMap(source -> problem(source).stream())
                .findFirst();
    }

    private Optional<Problem> problem(BoundSource source) {
        return switch (source) {
            case BoundSource.Header(var name) -> ofHeader(name, INPUTS);
            case BoundSource.Path(var name) -> ofSegment(name, INPUTS);
            case Reference.OfPrincipal _ -> Optional.empty();
        };
    }

    private Optional<Problem> problem(InputSource source, int index) {
        var path = FieldPath.item(INPUTS, index) + ".source";
        return source.header()
                .flatMap(name -> ofHeader(HeaderNames.lowerCase(name), path + ".header"))
                .or(() -> source.path().flatMap(name -> ofSegment(name, path + ".path")));
    }

    /** @param name in lower case */
    private Optional<Problem> ofHeader(String name, String path) {
        return keyHeaders.contains(name) ? Optional.of(holdsKeys(path)) : Optional.empty();
    }

    private Optional<Problem> ofSegment(String name, String path) {
        return segments.contains(name) ? Optional.empty() : Optional.of(unknown(name, path));
    }

    private static Problem holdsKeys(String path) {
        return Reason.InvalidAuth.problem(
                path,
                "header-readable",
                "the header holds API keys of the server",
                "use source.principal, which says whose key it is");
    }

    private Problem unknown(String name, String path) {
        var present = EndpointPath.of(segments);
        var another = "name a segment that it has";
        return Reason.InvalidInputs.problem(
                path,
                "segment-of-the-server",
                "the path of the server, %s, has no segment '%s'".formatted(present, name),
                segments.size() == EndpointPath.MOST_SEGMENTS
                        ? another
                        : "write %s into spec.http.path of the server, or %s"
                                .formatted(present + EndpointPath.template(List.of(name)), another));
    }
}
