package dev.hyperterse.cli.command.init;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.cli.init.AdapterText;
import dev.hyperterse.cli.init.address.DatabaseAddress.Usable;
import dev.hyperterse.cli.init.document.DocumentFiles;
import dev.hyperterse.cli.init.generate.LeftOut;
import dev.hyperterse.cli.init.generate.Yaml;
import dev.hyperterse.cli.init.read.ServedTools;
import dev.hyperterse.cli.init.read.UnreadableDatabase;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.engines.mongodb.MongodbAdapter;
import dev.hyperterse.engines.mongodb.MongodbSurvey;
import dev.hyperterse.engines.mongodb.SurveyedCollection;
import java.util.ArrayList;
import java.util.List;

/** Tools for the collections of MongoDB. */
record CollectionsInit(InitSession session, Usable address, AdapterText adapter) {
    private static final int LONGEST_NAME = 120;

    GeneratedTools make() {
        var leftOut = new ArrayList<LeftOut>();
        var collections = new ArrayList<SurveyedCollection>();
        try (var survey = open()) {
            var names = survey.names();
            session.step("read %d collections and views".formatted(names.size()));
            var usable =
                    names.keySet().stream().filter(CollectionsInit::isUsable).toList();
            names.keySet().stream()
                    .filter(name -> !isUsable(name))
                    .forEach(name -> leftOut.add(
                            new LeftOut(Yaml.line(name, LONGEST_NAME), "a statement cannot have its name")));
            for (var name : session.chosen("collection", usable)) {
                look(survey, name, names.get(name), leftOut, collections);
            }
        } catch (CallFailure failed) {
            throw new UnreadableDatabase(failed.getMessage());
        }
        session.step("read %d fields"
                .formatted(collections.stream()
                        .mapToInt(collection -> collection.fields().size())
                        .sum()));
        if (collections.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.UNAVAILABLE,
                    "%s has no collection with a document that this user can read; nothing was written"
                            .formatted(address));
        }
        var files = new DocumentFiles(
                session.directory().server(), address.database(), adapter.yaml(), List.copyOf(collections));
        leftOut.addAll(files.leftOut());
        return new GeneratedTools(files.make(), leftOut);
    }

    /** One that cannot be read leaves the others. */
    private static void look(
            MongodbSurvey survey,
            String name,
            boolean view,
            List<LeftOut> leftOut,
            List<SurveyedCollection> collections) {
        try {
            var seen = survey.look(name, view);
            if (seen.sampled() == 0) {
                leftOut.add(new LeftOut(name, "it is empty"));
            } else {
                collections.add(seen);
            }
        } catch (CallFailure failed) {
            leftOut.add(new LeftOut(name, failed.getMessage()));
        }
    }

    private static boolean isUsable(String name) {
        return name.length() <= LONGEST_NAME && DocumentFiles.isUsable(name);
    }

    private MongodbSurvey open() {
        var catalog = ServedTools.compiled(session.manifests(adapter, "pool: {connectionTimeout: 10s}"));
        var only = catalog.server().adapters().getFirst();
        return switch (only.engine()) {
            case Engine.Mongodb engine -> new MongodbSurvey(MongodbAdapter.of(only, engine, catalog.values()));
            case Engine other -> throw new IllegalStateException("an adapter of MongoDB is " + other);
        };
    }
}
