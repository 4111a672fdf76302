package dev.hyperterse.cli.console;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.diagnostics.Place;
import dev.hyperterse.cli.diagnostics.Subject;
import dev.hyperterse.cli.manifest.ObjectKey;
import dev.hyperterse.compiler.server.setting.EndpointPath;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is known beside the endpoint: of a directory by {@code dev}, of a namespace by its status. Of a definition it has
 * the name and the place; a caller learns the rest from the endpoint, if the caller may.
 *
 * @param cluster whether it is of a namespace
 * @param server the one that is served
 * @param servers all of the directory
 * @param path of the endpoint, with the names of its segments
 * @param kept what is faulty, and served as it was
 * @param note why nothing of the directory is served, beyond the problems
 * @param facts of a server in a cluster
 */
record Overview(
        boolean cluster,
        String directory,
        String server,
        List<String> servers,
        String path,
        List<Definition> definitions,
        List<Finding> problems,
        List<String> kept,
        String note,
        List<Fact> facts) {
    /** Before the first compilation. */
    static final Overview NOTHING =
            new Overview(false, "", "", List.of(), EndpointPath.PREFIX, List.of(), List.of(), List.of(), "", List.of());

    record Fact(String name, String value) {}

    /** @param name as clients call it */
    record Definition(String kind, String name, String object, String file, int line) {}

    /** @param excerpt the line of source; empty where it may hold a secret */
    record Finding(
            String file,
            int line,
            int column,
            String severity,
            String object,
            String field,
            String message,
            String remedy,
            String excerpt) {
        static Finding of(Diagnostic diagnostic, SourceExcerpts excerpts) {
            var place = diagnostic.place();
            return new Finding(
                    place.file(),
                    place.line(),
                    place.column(),
                    diagnostic.severity().word(),
                    diagnostic.subject().map(Subject::toString).orElse(""),
                    diagnostic.path(),
                    diagnostic.message(),
                    diagnostic.remedy(),
                    excerpts.line(place));
        }
    }

    /** @param places of the objects of the directory */
    static List<Definition> definitions(Catalog catalog, Map<ObjectKey, Place> places) {
        return catalog.leaves().stream()
                .map(leaf -> {
                    var key = ObjectKey.of(leaf.identity());
                    var place = Optional.ofNullable(places.get(key));
                    return new Definition(
                            leaf.identity().kind().name(),
                            leaf.publicName(),
                            key.namespace() + "/" + key.name(),
                            place.map(Place::file).orElse(""),
                            place.map(Place::line).orElse(0));
                })
                .toList();
    }

    static String path(Catalog catalog) {
        return EndpointPath.of(catalog.server().http().segments());
    }
}
