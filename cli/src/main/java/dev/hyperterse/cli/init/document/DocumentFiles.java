package dev.hyperterse.cli.init.document;

import dev.hyperterse.cli.init.generate.GeneratedFiles.Made;
import dev.hyperterse.cli.init.generate.GeneratedTool;
import dev.hyperterse.cli.init.generate.LeftOut;
import dev.hyperterse.cli.init.generate.ServerManifest;
import dev.hyperterse.cli.init.generate.ToolFiles;
import dev.hyperterse.cli.init.generate.Yaml;
import dev.hyperterse.cli.init.naming.UniqueNames;
import dev.hyperterse.engines.mongodb.SurveyedCollection;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The manifests of a directory: a server, and a file for each collection.
 *
 * @param server name of it
 * @param database the name that people know it by
 * @param adapter the connection, as the fields of an adapter in YAML
 */
public record DocumentFiles(String server, String database, String adapter, List<SurveyedCollection> collections) {
    private static final int LONGEST_LIST = 3_000;

    /** Whether a statement can have a name of a collection, or a path. */
    public static boolean isUsable(String name) {
        return name.codePoints().allMatch(Yaml::isText)
                && !name.contains("{{")
                && !name.contains("}}")
                && !name.contains("$");
    }

    public Made make() {
        var tools = new UniqueNames();
        var files = new ToolFiles(new ServerManifest(server, adapter, false));
        var all = new ArrayList<GeneratedTool>();
        for (var collection : collections) {
            var made = new CollectionTools(collection, tools);
            var own = made.all();
            all.addAll(own);
            files.add(own, made.one(), made.one() + "-collection");
        }
        return files.made(instructions(), all.getFirst().name());
    }

    /** The parts of the collections that no tool shows, with the reason. */
    public List<LeftOut> leftOut() {
        return collections.stream()
                .flatMap(collection -> new CollectionTools(collection, new UniqueNames()).leftOut().stream())
                .toList();
    }

    private String instructions() {
        return """
                Reads %s, a database of MongoDB. Its collections: %s.
                get-X finds one document by its _id, list-X lists and filters, list-X-by-Y finds by a field.
                A long list comes in pages: pass the _id of its last document as after, with the same arguments. Of an _id such as {"$oid": "..."} pass the text inside.""".formatted(
                Yaml.line(database, 100),
                Yaml.line(
                        collections.stream().map(SurveyedCollection::name).collect(Collectors.joining(", ")),
                        LONGEST_LIST));
    }
}
