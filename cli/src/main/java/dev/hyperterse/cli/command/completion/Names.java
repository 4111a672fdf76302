package dev.hyperterse.cli.command.completion;

import dev.hyperterse.cli.command.completion.Candidates.Files;
import dev.hyperterse.cli.explain.FieldPath;
import dev.hyperterse.cli.manifest.Manifest;
import dev.hyperterse.cli.manifest.ManifestKind;
import dev.hyperterse.cli.manifest.ManifestReader;
import dev.hyperterse.cli.status.ObservedKind;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The words that may stand in a place of a command line. */
record Names(WordPlace place) {
    private static final String SERVER = "server/";

    Candidates all() {
        return place.option().isPresent() ? ofOption() : ofArgument();
    }

    private Candidates ofOption() {
        return place.option().orElseThrow().longestName().equals("--server")
                ? starting(servers(Path.of(place.argument(0).orElse("."))).stream())
                : ofSpec();
    }

    private Candidates ofArgument() {
        var position = place.arguments().size();
        return switch (place.command().name()) {
            case "call", "describe", "search", "list", "read", "prompt" ->
                position == 0 ? new Candidates(targets(), Files.DIRECTORIES) : ofTarget(position);
            case "console", "watch" -> position == 0 ? Candidates.of(targets()) : Candidates.NONE;
            case "status" -> position == 0 ? Candidates.of(objects()) : Candidates.NONE;
            case "explain" -> position == 0 ? fields() : Candidates.NONE;
            default -> ofSpec();
        };
    }

    /** The words behind the target of a command. */
    private Candidates ofTarget(int position) {
        return switch (place.command().name()) {
            case "call" -> position == 1 ? tools() : inputs();
            case "describe" -> position == 1 ? tools() : Candidates.NONE;
            case "prompt" -> position == 1 ? prompts() : Candidates.NONE;
            default -> Candidates.NONE;
        };
    }

    /** The values that its specification lists, or files where its label says so. */
    private Candidates ofSpec() {
        return place.spec()
                .map(spec -> {
                    if (spec.completionCandidates() != null) {
                        return starting(
                                StreamSupport.stream(spec.completionCandidates().spliterator(), false));
                    }
                    return new Candidates(
                            List.of(),
                            switch (spec.paramLabel()) {
                                case "DIR", "FOLDER", "OLD" -> Files.DIRECTORIES;
                                case "FILE", "NEW" -> Files.ALL;
                                default -> Files.NONE;
                            });
                })
                .orElse(Candidates.NONE);
    }

    private Candidates starting(Stream<String> words) {
        return Candidates.of(words.filter(word -> word.startsWith(place.word())).toList());
    }

    /** A cluster is asked only where the word says so. */
    private List<String> targets() {
        if (place.word().startsWith(SERVER)) {
            return ofKind(ObservedKind.SERVER);
        }
        return SERVER.startsWith(place.word()) && !place.word().isEmpty() ? List.of(SERVER) : List.of();
    }

    private List<String> objects() {
        var slash = place.word().indexOf('/');
        return slash < 0
                ? Arrays.stream(ObservedKind.values())
                        .map(kind -> kind.word() + "/")
                        .filter(word -> word.startsWith(place.word()))
                        .toList()
                : ObservedKind.of(place.word().substring(0, slash))
                        .map(this::ofKind)
                        .orElse(List.of());
    }

    private List<String> ofKind(ObservedKind kind) {
        var before = place.word().substring(0, place.word().indexOf('/') + 1);
        return ClusterNames.of(place.options()).names(kind).stream()
                .map(before::concat)
                .filter(name -> name.startsWith(place.word()))
                .toList();
    }

    private Candidates tools() {
        return starting(new NamedTools(place).all().stream().map(NamedTools.NamedTool::name));
    }

    private Candidates prompts() {
        var path = Path.of(place.argument(0).orElse(""));
        return path.toFile().exists()
                ? starting(new ManifestReader(path)
                        .read().of(ManifestKind.PROMPT).stream().map(Manifest::publicName))
                : Candidates.NONE;
    }

    private Candidates inputs() {
        var equals = place.word().indexOf('=');
        var tool = new NamedTools(place)
                .all().stream()
                        .filter(it -> it.name().equals(place.argument(1).orElse("")))
                        .findFirst();
        if (tool.isEmpty()) {
            return Candidates.NONE;
        }
        if (equals < 0) {
            return starting(tool.get().inputs().keySet().stream().map(name -> name + "="));
        }
        var name = place.word().substring(0, equals);
        return starting(
                tool.get().inputs().getOrDefault(name, List.of()).stream().map(value -> name + "=" + value));
    }

    private static List<String> servers(Path directory) {
        return new ManifestReader(directory)
                .read().of(ManifestKind.SERVER).stream()
                        .flatMap(server -> Stream.of(
                                server.key().name(),
                                server.key().namespace() + "/" + server.key().name()))
                        .toList();
    }

    /** The fields below the last dot; one with fields of its own goes on. */
    private Candidates fields() {
        var dot = place.word().lastIndexOf('.');
        if (dot < 0) {
            return starting(Arrays.stream(ObservedKind.values()).map(ObservedKind::word));
        }
        var above = place.word().substring(0, dot);
        return switch (FieldPath.of(above)) {
            case FieldPath.Found found ->
                starting(found.schema().element().fields().named().keySet().stream()
                        .map(field -> above + "." + field));
            case FieldPath.Unknown _ -> Candidates.NONE;
        };
    }
}
