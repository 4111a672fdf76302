package dev.hyperterse.houserules;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Sources of tests as the compiler parses them, and the flaky kinds that are in them. */
final class TestSources {
    private final SourcePositions positions;
    private final Map<FlakyKind, List<String>> found = new EnumMap<>(FlakyKind.class);

    private TestSources(Iterable<? extends JavaFileObject> sources) {
        var task = (JavacTask)
                ToolProvider.getSystemJavaCompiler().getTask(null, null, null, List.of("-proc:none"), null, sources);
        positions = Trees.instance(task).getSourcePositions();
        for (var kind : FlakyKind.values()) {
            found.put(kind, new ArrayList<>());
        }
        try {
            task.parse().forEach(this::read);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Benchmarks measure, which a test may not. */
    static TestSources ofTheProduct() {
        var files = SourceTree.javaFiles().stream()
                .filter(file -> isOfTests(SourceTree.display(file)))
                .toList();
        var manager = ToolProvider.getSystemJavaCompiler().getStandardFileManager(null, null, null);
        return new TestSources(manager.getJavaFileObjectsFromPaths(files));
    }

    static TestSources of(String source) {
        return new TestSources(
                List.of(new SimpleJavaFileObject(URI.create("string:///Planted.java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return source;
                    }
                }));
    }

    List<String> found(FlakyKind kind) {
        return List.copyOf(found.get(kind));
    }

    private static boolean isOfTests(String file) {
        return (file.contains("/src/test/") || file.startsWith("testbed/src/main/")) && !file.endsWith("Bench.java");
    }

    private void read(CompilationUnitTree source) {
        new TreePathScanner<Void, Void>() {
            @Override
            public Void scan(Tree tree, Void unused) {
                if (tree != null && getCurrentPath() != null) {
                    look(source, new Place(new TreePath(getCurrentPath(), tree)));
                }
                return super.scan(tree, unused);
            }
        }.scan(new TreePath(source), null);
    }

    private void look(CompilationUnitTree source, Place place) {
        for (var kind : FlakyKind.values()) {
            if (kind.isAt(place)) {
                found.get(kind).add(display(source) + ":" + line(source, place));
            }
        }
    }

    private static String display(CompilationUnitTree source) {
        var file = source.getSourceFile();
        return file.toUri().getScheme().equals("file") ? SourceTree.display(Path.of(file.toUri())) : file.getName();
    }

    private long line(CompilationUnitTree source, Place place) {
        return source.getLineMap()
                .getLineNumber(positions.getStartPosition(source, place.path().getLeaf()));
    }
}
