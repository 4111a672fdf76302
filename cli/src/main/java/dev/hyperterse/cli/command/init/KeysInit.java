package dev.hyperterse.cli.command.init;

import dev.hyperterse.cli.init.AdapterText;
import dev.hyperterse.cli.init.address.DatabaseAddress.Usable;
import dev.hyperterse.cli.init.generate.LeftOut;
import dev.hyperterse.cli.init.key.KeyFiles;
import dev.hyperterse.cli.init.key.KeyPattern;
import dev.hyperterse.cli.init.key.KeyPatterns;
import dev.hyperterse.cli.init.key.KeyReader;
import dev.hyperterse.cli.init.key.KeyType;
import dev.hyperterse.cli.init.read.ServedTools;
import dev.hyperterse.cli.terminal.BuildVersion;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Tools for the keys of Redis. */
record KeysInit(InitSession session, Usable address, AdapterText adapter) {
    GeneratedTools make() {
        var leftOut = new ArrayList<LeftOut>();
        var patterns = read(leftOut);
        if (patterns.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.UNAVAILABLE,
                    "%s has no keys that are written as word:value and have one type, so there is nothing to make tools of; copy examples/redis; nothing was written"
                            .formatted(address));
        }
        return new GeneratedTools(new KeyFiles(session.directory().server(), adapter.yaml(), patterns).make(), leftOut);
    }

    private Map<KeyPattern, KeyType> read(List<LeftOut> leftOut) {
        var server = session.directory().server();
        var files = session.manifests(adapter, "");
        files.put("tools.yaml", KeyReader.manifests(server));
        try (var tools =
                ServedTools.serve(files, Path.of("."), BuildVersion.read().version())) {
            var reader = new KeyReader(tools);
            var all = reader.count();
            var keys = reader.keys();
            session.step("read %d keys".formatted(keys.size()));
            KeyReader.note(all, keys.size()).ifPresent(session::note);
            var found = KeyPatterns.of(keys);
            session.step("read %d patterns".formatted(found.patterns().size()));
            if (found.others() > 0) {
                leftOut.add(
                        new LeftOut("%d keys".formatted(found.others()), "they do not begin with a word and a colon"));
            }
            var chosen = session.chosen(
                    "pattern", found.patterns().stream().map(KeyPattern::glob).toList());
            return reader.types(
                    found.patterns().stream()
                            .filter(pattern -> chosen.contains(pattern.glob()))
                            .toList(),
                    leftOut);
        }
    }
}
