package dev.hyperterse.playground.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * A Git repository of manifests, and what a GitOps controller does with it: it applies what the newest commit holds by the API
 * server, and prunes what it applied from the commit before and does not find any more.
 */
final class Delivery {
    private static final Pattern OBJECT =
            Pattern.compile("(?m)^kind: (?<kind>\\S+)\nmetadata:\n  name: (?<name>\\S+)$");

    private final Gateway gateway;
    private final Path repository;
    private Set<String> applied = Set.of();

    private Delivery(Gateway gateway, Path repository) {
        this.gateway = gateway;
        this.repository = repository;
    }

    static Delivery from(Path repository, Gateway gateway) throws IOException, InterruptedException {
        var delivery = new Delivery(gateway, repository);
        delivery.git("init", "--quiet");
        return delivery;
    }

    void write(String file, String manifest) throws IOException {
        Files.writeString(repository.resolve(file), manifest);
    }

    void remove(String file) throws IOException {
        Files.delete(repository.resolve(file));
    }

    void commit(String message) throws IOException, InterruptedException {
        git("add", "--all");
        git("commit", "--quiet", "--message", message);
    }

    void revert() throws IOException, InterruptedException {
        git("revert", "--no-edit", "HEAD");
    }

    /** Applies and prunes; what git has not committed is not there. */
    void sync() throws IOException, InterruptedException {
        assertThat(git("status", "--porcelain")).isEmpty();
        var manifests = new ArrayList<String>();
        var objects = new TreeSet<String>();
        for (var file : git("ls-files").lines().toList()) {
            var manifest = Files.readString(repository.resolve(file));
            manifests.add(manifest);
            OBJECT.matcher(manifest).results().forEach(it -> objects.add(it.group("kind") + "/" + it.group("name")));
        }
        assertThat(objects).hasSameSizeAs(manifests);
        gateway.apply(manifests.toArray(String[]::new));
        applied.stream().filter(object -> !objects.contains(object)).forEach(gateway::delete);
        applied = objects;
    }

    private String git(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(
                "git", "-c", "user.name=team", "-c", "user.email=team@shop.example", "-c", "commit.gpgsign=false"));
        command.addAll(List.of(arguments));
        var process = new ProcessBuilder(command)
                .directory(repository.toFile())
                .redirectErrorStream(true)
                .start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("%s: %s", command, said).isZero();
        return said;
    }
}
