package dev.hyperterse.cli.served;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.EngineMessage;
import dev.hyperterse.calls.adapter.StatementCheck;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.cli.project.Compilation;
import dev.hyperterse.cli.project.Project;
import dev.hyperterse.cli.project.ServerChoice;
import dev.hyperterse.runtime.check.CheckedStatements;
import dev.hyperterse.runtime.check.RefusedStatement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The versions that a directory serves after a check. */
class AcceptedVersionsTest {
    private static final String OBJECTS = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {name: shop}
            spec:
              auth: {mode: Anonymous}
              adapters: [{name: pets, engine: Http, url: "https://pets.example.com"}]
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: pets}
            spec:
              serverRefs: [{name: shop}]
              openapi:
                adapter: pets
                published: {path: /openapi.json}
                document: {inline: '{"openapi": "3.1.0", "paths": {"/pets": {"get": {"summary": "WORDS"}}}}'}
            """;

    @TempDir
    private Path directory;

    /** Authors who write the next version of a document see it, whatever the API publishes. */
    @Test
    void documentOfTheDirectoryIsServedThoughTheApiPublishesAnother() throws IOException {
        var versions = new AcceptedVersions();
        var before = compiled("Old.");
        versions.remember(before, new CheckedStatements(List.of(), before.leaves()));
        var after = compiled("New.");
        assertThat(after.leaves()).isNotEqualTo(before.leaves());
        var changed = new RefusedStatement(
                after.leaves().getFirst().identity(),
                Optional.empty(),
                "pets",
                new StatementCheck.Refused(
                        new EngineMessage("the document has changed", "GET /openapi.json"), OptionalInt.empty()));
        var served = versions.served(after, new CheckedStatements(List.of(changed), List.of()));
        assertThat(served.leaves()).isEqualTo(after.leaves());
        assertThat(served.kept()).isEmpty();
    }

    private Catalog compiled(String words) throws IOException {
        Files.writeString(directory.resolve("shop.yaml"), OBJECTS.replace("WORDS", words));
        var project = new Project(directory, new ServerChoice(Optional.empty()), "test");
        return ((Compilation.Compiled) project.compile()).catalog();
    }
}
