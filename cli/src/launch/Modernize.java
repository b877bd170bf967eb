import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.constant.ClassDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Modernize copies a jar and gives the classes in it that were compiled for Java 5 the form of Java 8: the JVM keeps no
 * older ones in its cache, and the library that reads the command line is such a one. The script {@code rota} runs it.
 */
public final class Modernize {
  private static final int OLDEST_KEPT = 50;
  private static final String CLASS = ".class";

  private final ZipFile jar;
  private final ClassFile classes;

  private Modernize(ZipFile jar) {
    this.jar = jar;
    this.classes =
        ClassFile.of(
            ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
            ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(this::find)
                    .orElse(ClassHierarchyResolver.ofResourceParsing(ClassLoader.getSystemClassLoader()))));
  }

  public static void main(String[] arguments) throws IOException {
    try (ZipFile jar = new ZipFile(arguments[0]);
        ZipOutputStream copy =
            new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(Path.of(arguments[1]))))) {
      Modernize modernize = new Modernize(jar);
      copy.setLevel(1);
      for (ZipEntry entry : jar.stream().toList()) {
        ZipEntry same = new ZipEntry(entry.getName());
        same.setTime(entry.getTime());
        copy.putNextEntry(same);
        copy.write(modernize.read(entry));
        copy.closeEntry();
      }
    }
  }

  private byte[] read(ZipEntry entry) throws IOException {
    byte[] bytes;
    try (InputStream in = jar.getInputStream(entry)) {
      bytes = in.readAllBytes();
    }
    boolean isOld =
        entry.getName().endsWith(CLASS) && ((bytes[6] & 0xff) << 8 | bytes[7] & 0xff) < OLDEST_KEPT;
    return isOld ? modern(classes.parse(bytes)) : bytes;
  }

  private byte[] modern(ClassModel old) {
    ClassTransform newer =
        (builder, element) -> {
          switch (element) {
            case ClassFileVersion version -> builder.withVersion(ClassFile.JAVA_8_VERSION, 0);
            case MethodModel method ->
                builder.transformMethod(method, MethodTransform.transformingCode(CodeTransform.ACCEPT_ALL));
            default -> builder.with(element);
          }
        };
    return classes.transformClass(old, newer);
  }

  private InputStream find(ClassDesc type) {
    String name = type.descriptorString();
    ZipEntry entry = jar.getEntry(name.substring(1, name.length() - 1) + CLASS);
    try {
      return entry == null ? null : jar.getInputStream(entry);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
