package dev.hyperterse.compiler;

import dev.hyperterse.catalog.ResourceLeaf;
import dev.hyperterse.catalog.ResourceLeaf.Address;
import dev.hyperterse.catalog.ResourceLeaf.Body;
import dev.hyperterse.catalog.UriTemplate;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The URIs of a server's resources, and which of them are folders of skills. A skill lists all files of its folder with
 * their digests, so another resource there would be a file that clients refuse.
 */
final class SkillFolders {
    private final TreeMap<String, Candidate> uris = new TreeMap<>();

    /** By what each URI of a template begins with. */
    private final TreeMap<String, Candidate> templates = new TreeMap<>();

    /** By their URIs with a slash at the end. */
    private final TreeMap<String, Candidate> folders = new TreeMap<>();

    void add(Candidate candidate) {
        address(candidate).ifPresent(address -> {
            switch (address) {
                case Address.Fixed(var uri) -> {
                    uris.put(uri, candidate);
                    if (isSkill(candidate)) {
                        folders.put(folder(uri), candidate);
                    }
                }
                case Address.Templated(var template) -> templates.put(beginning(template), candidate);
            }
        });
    }

    /** The resource that has a URI in the same folder of a skill, or may have one. */
    Optional<Candidate> sharedBy(Candidate candidate) {
        return address(candidate).flatMap(address -> switch (address) {
            case Address.Fixed(var uri) -> {
                var around = around(uri + "/");
                yield around.isPresent() || !isSkill(candidate) ? around : inside(folder(uri));
            }
            case Address.Templated(var template) -> {
                var beginning = beginning(template);
                yield around(beginning).or(() -> first(folders, beginning));
            }
        });
    }

    /** The skill in whose folder a URI lies, or whose folder it names. */
    private Optional<Candidate> around(String uri) {
        for (var end = uri.lastIndexOf('/'); end > 0 && !folders.isEmpty(); end = uri.lastIndexOf('/', end - 1)) {
            var skill = folders.get(uri.substring(0, end + 1));
            if (skill != null) {
                return Optional.of(skill);
            }
        }
        return Optional.empty();
    }

    private Optional<Candidate> inside(String folder) {
        return Optional.ofNullable(uris.get(folder.substring(0, folder.length() - 1)))
                .or(() -> first(uris, folder))
                .or(() -> first(templates, folder))
                .or(() -> reaching(folder));
    }

    /** The template that may have URIs in a folder because it says no more than how this begins. */
    private Optional<Candidate> reaching(String folder) {
        return IntStream.range(0, templates.isEmpty() ? 0 : folder.length())
                .mapToObj(end -> templates.get(folder.substring(0, end)))
                .filter(Objects::nonNull)
                .findFirst();
    }

    private static Optional<Candidate> first(TreeMap<String, Candidate> candidates, String beginning) {
        return Optional.ofNullable(candidates.ceilingEntry(beginning))
                .filter(entry -> entry.getKey().startsWith(beginning))
                .map(Map.Entry::getValue);
    }

    private static String folder(String uri) {
        return uri.substring(0, uri.lastIndexOf('/') + 1);
    }

    private static String beginning(UriTemplate template) {
        return !template.parts().isEmpty() && template.parts().getFirst() instanceof UriTemplate.Literal(var text)
                ? text
                : "";
    }

    private static Optional<Address> address(Candidate candidate) {
        return candidate
                .result()
                .served()
                .flatMap(leaf ->
                        leaf instanceof ResourceLeaf resource ? Optional.of(resource.address()) : Optional.empty());
    }

    private static boolean isSkill(Candidate candidate) {
        return candidate
                .result()
                .served()
                .filter(leaf -> leaf instanceof ResourceLeaf resource && resource.body() instanceof Body.Skill)
                .isPresent();
    }
}
