; ModuleID = 'stdlib.c'
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.div_t = type { i32, i32 }
%struct.ldiv_t = type { i64, i64 }

@errno = weak dso_local global i32 0, align 4
@strtok.rest = internal global ptr null, align 8

; Function Attrs: noinline nounwind
define weak dso_local ptr @__errno_location() #0 {
  ret ptr @errno
}

; Function Attrs: noinline nounwind
define weak dso_local i64 @strtol(ptr noundef %0, ptr noundef %1, i32 noundef %2) #0 {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load i32, ptr %6, align 4
  %10 = call i64 @number_in(ptr noundef %7, ptr noundef %8, i32 noundef %9, i64 noundef 9223372036854775807, i64 noundef -9223372036854775808, i32 noundef 1) #2
  ret i64 %10
}

; Function Attrs: noinline nounwind
define internal i64 @number_in(ptr noundef %0, ptr noundef %1, i32 noundef %2, i64 noundef %3, i64 noundef %4, i32 noundef %5) #0 {
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i32, align 4
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = alloca i32, align 4
  %14 = alloca ptr, align 8
  %15 = alloca i32, align 4
  %16 = alloca i64, align 8
  %17 = alloca i64, align 8
  %18 = alloca i32, align 4
  %19 = alloca i32, align 4
  store ptr %0, ptr %8, align 8
  store ptr %1, ptr %9, align 8
  store i32 %2, ptr %10, align 4
  store i64 %3, ptr %11, align 8
  store i64 %4, ptr %12, align 8
  store i32 %5, ptr %13, align 4
  %20 = load i32, ptr %10, align 4
  %21 = icmp slt i32 %20, 0
  br i1 %21, label %28, label %22

22:                                               ; preds = %6
  %23 = load i32, ptr %10, align 4
  %24 = icmp eq i32 %23, 1
  br i1 %24, label %28, label %25

25:                                               ; preds = %22
  %26 = load i32, ptr %10, align 4
  %27 = icmp sgt i32 %26, 36
  br i1 %27, label %28, label %29

28:                                               ; preds = %25, %22, %6
  store i32 22, ptr @errno, align 4
  store i64 0, ptr %7, align 8
  br label %180

29:                                               ; preds = %25
  %30 = load ptr, ptr %8, align 8
  store ptr %30, ptr %14, align 8
  br label %31

31:                                               ; preds = %36, %29
  %32 = load ptr, ptr %14, align 8
  %33 = load i8, ptr %32, align 1
  %34 = call i32 @is_space(i8 noundef signext %33) #2
  %35 = icmp ne i32 %34, 0
  br i1 %35, label %36, label %39

36:                                               ; preds = %31
  %37 = load ptr, ptr %14, align 8
  %38 = getelementptr inbounds i8, ptr %37, i32 1
  store ptr %38, ptr %14, align 8
  br label %31, !llvm.loop !5

39:                                               ; preds = %31
  %40 = load ptr, ptr %14, align 8
  %41 = load i8, ptr %40, align 1
  %42 = sext i8 %41 to i32
  %43 = icmp eq i32 %42, 45
  %44 = zext i1 %43 to i32
  store i32 %44, ptr %15, align 4
  %45 = load ptr, ptr %14, align 8
  %46 = load i8, ptr %45, align 1
  %47 = sext i8 %46 to i32
  %48 = icmp eq i32 %47, 45
  br i1 %48, label %54, label %49

49:                                               ; preds = %39
  %50 = load ptr, ptr %14, align 8
  %51 = load i8, ptr %50, align 1
  %52 = sext i8 %51 to i32
  %53 = icmp eq i32 %52, 43
  br i1 %53, label %54, label %57

54:                                               ; preds = %49, %39
  %55 = load ptr, ptr %14, align 8
  %56 = getelementptr inbounds i8, ptr %55, i32 1
  store ptr %56, ptr %14, align 8
  br label %57

57:                                               ; preds = %54, %49
  %58 = load ptr, ptr %14, align 8
  %59 = load i8, ptr %58, align 1
  %60 = sext i8 %59 to i32
  %61 = icmp eq i32 %60, 48
  br i1 %61, label %62, label %95

62:                                               ; preds = %57
  %63 = load i32, ptr %10, align 4
  %64 = icmp eq i32 %63, 0
  br i1 %64, label %68, label %65

65:                                               ; preds = %62
  %66 = load i32, ptr %10, align 4
  %67 = icmp eq i32 %66, 16
  br i1 %67, label %68, label %95

68:                                               ; preds = %65, %62
  %69 = load ptr, ptr %14, align 8
  %70 = getelementptr inbounds i8, ptr %69, i64 1
  %71 = load i8, ptr %70, align 1
  %72 = sext i8 %71 to i32
  %73 = icmp eq i32 %72, 120
  br i1 %73, label %80, label %74

74:                                               ; preds = %68
  %75 = load ptr, ptr %14, align 8
  %76 = getelementptr inbounds i8, ptr %75, i64 1
  %77 = load i8, ptr %76, align 1
  %78 = sext i8 %77 to i32
  %79 = icmp eq i32 %78, 88
  br i1 %79, label %80, label %95

80:                                               ; preds = %74, %68
  %81 = load ptr, ptr %14, align 8
  %82 = getelementptr inbounds i8, ptr %81, i64 2
  %83 = load i8, ptr %82, align 1
  %84 = call i32 @digit_value(i8 noundef signext %83) #2
  %85 = icmp slt i32 %84, 16
  br i1 %85, label %86, label %89

86:                                               ; preds = %80
  %87 = load ptr, ptr %14, align 8
  %88 = getelementptr inbounds i8, ptr %87, i64 2
  store ptr %88, ptr %14, align 8
  store i32 16, ptr %10, align 4
  br label %94

89:                                               ; preds = %80
  %90 = load i32, ptr %10, align 4
  %91 = icmp eq i32 %90, 0
  br i1 %91, label %92, label %93

92:                                               ; preds = %89
  store i32 8, ptr %10, align 4
  br label %93

93:                                               ; preds = %92, %89
  br label %94

94:                                               ; preds = %93, %86
  br label %106

95:                                               ; preds = %74, %65, %57
  %96 = load i32, ptr %10, align 4
  %97 = icmp eq i32 %96, 0
  br i1 %97, label %98, label %105

98:                                               ; preds = %95
  %99 = load ptr, ptr %14, align 8
  %100 = load i8, ptr %99, align 1
  %101 = sext i8 %100 to i32
  %102 = icmp eq i32 %101, 48
  %103 = zext i1 %102 to i64
  %104 = select i1 %102, i32 8, i32 10
  store i32 %104, ptr %10, align 4
  br label %105

105:                                              ; preds = %98, %95
  br label %106

106:                                              ; preds = %105, %94
  %107 = load ptr, ptr %14, align 8
  %108 = load i8, ptr %107, align 1
  %109 = call i32 @digit_value(i8 noundef signext %108) #2
  %110 = load i32, ptr %10, align 4
  %111 = icmp sge i32 %109, %110
  br i1 %111, label %112, label %119

112:                                              ; preds = %106
  %113 = load ptr, ptr %9, align 8
  %114 = icmp ne ptr %113, null
  br i1 %114, label %115, label %118

115:                                              ; preds = %112
  %116 = load ptr, ptr %8, align 8
  %117 = load ptr, ptr %9, align 8
  store ptr %116, ptr %117, align 8
  br label %118

118:                                              ; preds = %115, %112
  store i64 0, ptr %7, align 8
  br label %180

119:                                              ; preds = %106
  %120 = load i32, ptr %13, align 4
  %121 = icmp ne i32 %120, 0
  br i1 %121, label %122, label %127

122:                                              ; preds = %119
  %123 = load i32, ptr %15, align 4
  %124 = icmp ne i32 %123, 0
  br i1 %124, label %125, label %127

125:                                              ; preds = %122
  %126 = load i64, ptr %12, align 8
  br label %129

127:                                              ; preds = %122, %119
  %128 = load i64, ptr %11, align 8
  br label %129

129:                                              ; preds = %127, %125
  %130 = phi i64 [ %126, %125 ], [ %128, %127 ]
  store i64 %130, ptr %16, align 8
  store i64 0, ptr %17, align 8
  store i32 0, ptr %18, align 4
  br label %131

131:                                              ; preds = %156, %129
  %132 = load ptr, ptr %14, align 8
  %133 = load i8, ptr %132, align 1
  %134 = call i32 @digit_value(i8 noundef signext %133) #2
  store i32 %134, ptr %19, align 4
  %135 = load i32, ptr %10, align 4
  %136 = icmp slt i32 %134, %135
  br i1 %136, label %137, label %159

137:                                              ; preds = %131
  %138 = load i64, ptr %17, align 8
  %139 = load i64, ptr %16, align 8
  %140 = load i32, ptr %19, align 4
  %141 = sext i32 %140 to i64
  %142 = sub i64 %139, %141
  %143 = load i32, ptr %10, align 4
  %144 = sext i32 %143 to i64
  %145 = udiv i64 %142, %144
  %146 = icmp ugt i64 %138, %145
  br i1 %146, label %147, label %148

147:                                              ; preds = %137
  store i32 1, ptr %18, align 4
  br label %148

148:                                              ; preds = %147, %137
  %149 = load i64, ptr %17, align 8
  %150 = load i32, ptr %10, align 4
  %151 = sext i32 %150 to i64
  %152 = mul i64 %149, %151
  %153 = load i32, ptr %19, align 4
  %154 = sext i32 %153 to i64
  %155 = add i64 %152, %154
  store i64 %155, ptr %17, align 8
  br label %156

156:                                              ; preds = %148
  %157 = load ptr, ptr %14, align 8
  %158 = getelementptr inbounds i8, ptr %157, i32 1
  store ptr %158, ptr %14, align 8
  br label %131, !llvm.loop !7

159:                                              ; preds = %131
  %160 = load ptr, ptr %9, align 8
  %161 = icmp ne ptr %160, null
  br i1 %161, label %162, label %165

162:                                              ; preds = %159
  %163 = load ptr, ptr %14, align 8
  %164 = load ptr, ptr %9, align 8
  store ptr %163, ptr %164, align 8
  br label %165

165:                                              ; preds = %162, %159
  %166 = load i32, ptr %18, align 4
  %167 = icmp ne i32 %166, 0
  br i1 %167, label %168, label %170

168:                                              ; preds = %165
  store i32 34, ptr @errno, align 4
  %169 = load i64, ptr %16, align 8
  store i64 %169, ptr %7, align 8
  br label %180

170:                                              ; preds = %165
  %171 = load i32, ptr %15, align 4
  %172 = icmp ne i32 %171, 0
  br i1 %172, label %173, label %176

173:                                              ; preds = %170
  %174 = load i64, ptr %17, align 8
  %175 = sub i64 0, %174
  br label %178

176:                                              ; preds = %170
  %177 = load i64, ptr %17, align 8
  br label %178

178:                                              ; preds = %176, %173
  %179 = phi i64 [ %175, %173 ], [ %177, %176 ]
  store i64 %179, ptr %7, align 8
  br label %180

180:                                              ; preds = %178, %168, %118, %28
  %181 = load i64, ptr %7, align 8
  ret i64 %181
}

; Function Attrs: noinline nounwind
define weak dso_local i64 @strtoll(ptr noundef %0, ptr noundef %1, i32 noundef %2) #0 {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load i32, ptr %6, align 4
  %10 = call i64 @number_in(ptr noundef %7, ptr noundef %8, i32 noundef %9, i64 noundef 9223372036854775807, i64 noundef -9223372036854775808, i32 noundef 1) #2
  ret i64 %10
}

; Function Attrs: noinline nounwind
define weak dso_local i64 @strtoul(ptr noundef %0, ptr noundef %1, i32 noundef %2) #0 {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load i32, ptr %6, align 4
  %10 = call i64 @number_in(ptr noundef %7, ptr noundef %8, i32 noundef %9, i64 noundef -1, i64 noundef -1, i32 noundef 0) #2
  ret i64 %10
}

; Function Attrs: noinline nounwind
define weak dso_local i64 @strtoull(ptr noundef %0, ptr noundef %1, i32 noundef %2) #0 {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load i32, ptr %6, align 4
  %10 = call i64 @number_in(ptr noundef %7, ptr noundef %8, i32 noundef %9, i64 noundef -1, i64 noundef -1, i32 noundef 0) #2
  ret i64 %10
}

; Function Attrs: noinline nounwind
define weak dso_local i64 @atoll(ptr noundef %0) #0 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i64 @strtoll(ptr noundef %3, ptr noundef null, i32 noundef 10) #2
  ret i64 %4
}

; Function Attrs: noinline nounwind
define weak dso_local i64 @div(i32 noundef %0, i32 noundef %1) #0 {
  %3 = alloca %struct.div_t, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  store i32 %0, ptr %4, align 4
  store i32 %1, ptr %5, align 4
  %6 = getelementptr inbounds %struct.div_t, ptr %3, i32 0, i32 0
  %7 = load i32, ptr %4, align 4
  %8 = load i32, ptr %5, align 4
  %9 = sdiv i32 %7, %8
  store i32 %9, ptr %6, align 4
  %10 = getelementptr inbounds %struct.div_t, ptr %3, i32 0, i32 1
  %11 = load i32, ptr %4, align 4
  %12 = load i32, ptr %5, align 4
  %13 = srem i32 %11, %12
  store i32 %13, ptr %10, align 4
  %14 = load i64, ptr %3, align 4
  ret i64 %14
}

; Function Attrs: noinline nounwind
define weak dso_local { i64, i64 } @ldiv(i64 noundef %0, i64 noundef %1) #0 {
  %3 = alloca %struct.ldiv_t, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  store i64 %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %6 = getelementptr inbounds %struct.ldiv_t, ptr %3, i32 0, i32 0
  %7 = load i64, ptr %4, align 8
  %8 = load i64, ptr %5, align 8
  %9 = sdiv i64 %7, %8
  store i64 %9, ptr %6, align 8
  %10 = getelementptr inbounds %struct.ldiv_t, ptr %3, i32 0, i32 1
  %11 = load i64, ptr %4, align 8
  %12 = load i64, ptr %5, align 8
  %13 = srem i64 %11, %12
  store i64 %13, ptr %10, align 8
  %14 = load { i64, i64 }, ptr %3, align 8
  ret { i64, i64 } %14
}

; Function Attrs: noinline nounwind
define weak dso_local { i64, i64 } @lldiv(i64 noundef %0, i64 noundef %1) #0 {
  %3 = alloca %struct.ldiv_t, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  store i64 %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %6 = getelementptr inbounds %struct.ldiv_t, ptr %3, i32 0, i32 0
  %7 = load i64, ptr %4, align 8
  %8 = load i64, ptr %5, align 8
  %9 = sdiv i64 %7, %8
  store i64 %9, ptr %6, align 8
  %10 = getelementptr inbounds %struct.ldiv_t, ptr %3, i32 0, i32 1
  %11 = load i64, ptr %4, align 8
  %12 = load i64, ptr %5, align 8
  %13 = srem i64 %11, %12
  store i64 %13, ptr %10, align 8
  %14 = load { i64, i64 }, ptr %3, align 8
  ret { i64, i64 } %14
}

; Function Attrs: noinline nounwind
define weak dso_local i32 @strcasecmp(ptr noundef %0, ptr noundef %1) #0 {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  store i64 0, ptr %5, align 8
  br label %6

6:                                                ; preds = %27, %2
  %7 = load ptr, ptr %3, align 8
  %8 = load i64, ptr %5, align 8
  %9 = getelementptr inbounds i8, ptr %7, i64 %8
  %10 = load i8, ptr %9, align 1
  %11 = sext i8 %10 to i32
  %12 = icmp ne i32 %11, 0
  br i1 %12, label %13, label %25

13:                                               ; preds = %6
  %14 = load ptr, ptr %3, align 8
  %15 = load i64, ptr %5, align 8
  %16 = getelementptr inbounds i8, ptr %14, i64 %15
  %17 = load i8, ptr %16, align 1
  %18 = call i32 @lowered(i8 noundef signext %17) #2
  %19 = load ptr, ptr %4, align 8
  %20 = load i64, ptr %5, align 8
  %21 = getelementptr inbounds i8, ptr %19, i64 %20
  %22 = load i8, ptr %21, align 1
  %23 = call i32 @lowered(i8 noundef signext %22) #2
  %24 = icmp eq i32 %18, %23
  br label %25

25:                                               ; preds = %13, %6
  %26 = phi i1 [ false, %6 ], [ %24, %13 ]
  br i1 %26, label %27, label %30

27:                                               ; preds = %25
  %28 = load i64, ptr %5, align 8
  %29 = add i64 %28, 1
  store i64 %29, ptr %5, align 8
  br label %6, !llvm.loop !8

30:                                               ; preds = %25
  %31 = load ptr, ptr %3, align 8
  %32 = load i64, ptr %5, align 8
  %33 = getelementptr inbounds i8, ptr %31, i64 %32
  %34 = load i8, ptr %33, align 1
  %35 = call i32 @lowered(i8 noundef signext %34) #2
  %36 = load ptr, ptr %4, align 8
  %37 = load i64, ptr %5, align 8
  %38 = getelementptr inbounds i8, ptr %36, i64 %37
  %39 = load i8, ptr %38, align 1
  %40 = call i32 @lowered(i8 noundef signext %39) #2
  %41 = sub nsw i32 %35, %40
  ret i32 %41
}

; Function Attrs: noinline nounwind
define internal i32 @lowered(i8 noundef signext %0) #0 {
  %2 = alloca i8, align 1
  store i8 %0, ptr %2, align 1
  %3 = load i8, ptr %2, align 1
  %4 = sext i8 %3 to i32
  %5 = icmp sge i32 %4, 65
  br i1 %5, label %6, label %15

6:                                                ; preds = %1
  %7 = load i8, ptr %2, align 1
  %8 = sext i8 %7 to i32
  %9 = icmp sle i32 %8, 90
  br i1 %9, label %10, label %15

10:                                               ; preds = %6
  %11 = load i8, ptr %2, align 1
  %12 = sext i8 %11 to i32
  %13 = sub nsw i32 %12, 65
  %14 = add nsw i32 %13, 97
  br label %18

15:                                               ; preds = %6, %1
  %16 = load i8, ptr %2, align 1
  %17 = zext i8 %16 to i32
  br label %18

18:                                               ; preds = %15, %10
  %19 = phi i32 [ %14, %10 ], [ %17, %15 ]
  ret i32 %19
}

; Function Attrs: noinline nounwind
define weak dso_local i32 @strncasecmp(ptr noundef %0, ptr noundef %1, i64 noundef %2) #0 {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store i64 0, ptr %8, align 8
  br label %9

9:                                                ; preds = %46, %3
  %10 = load i64, ptr %8, align 8
  %11 = load i64, ptr %7, align 8
  %12 = icmp ult i64 %10, %11
  br i1 %12, label %13, label %49

13:                                               ; preds = %9
  %14 = load ptr, ptr %5, align 8
  %15 = load i64, ptr %8, align 8
  %16 = getelementptr inbounds i8, ptr %14, i64 %15
  %17 = load i8, ptr %16, align 1
  %18 = call i32 @lowered(i8 noundef signext %17) #2
  %19 = load ptr, ptr %6, align 8
  %20 = load i64, ptr %8, align 8
  %21 = getelementptr inbounds i8, ptr %19, i64 %20
  %22 = load i8, ptr %21, align 1
  %23 = call i32 @lowered(i8 noundef signext %22) #2
  %24 = icmp ne i32 %18, %23
  br i1 %24, label %25, label %37

25:                                               ; preds = %13
  %26 = load ptr, ptr %5, align 8
  %27 = load i64, ptr %8, align 8
  %28 = getelementptr inbounds i8, ptr %26, i64 %27
  %29 = load i8, ptr %28, align 1
  %30 = call i32 @lowered(i8 noundef signext %29) #2
  %31 = load ptr, ptr %6, align 8
  %32 = load i64, ptr %8, align 8
  %33 = getelementptr inbounds i8, ptr %31, i64 %32
  %34 = load i8, ptr %33, align 1
  %35 = call i32 @lowered(i8 noundef signext %34) #2
  %36 = sub nsw i32 %30, %35
  store i32 %36, ptr %4, align 4
  br label %50

37:                                               ; preds = %13
  %38 = load ptr, ptr %5, align 8
  %39 = load i64, ptr %8, align 8
  %40 = getelementptr inbounds i8, ptr %38, i64 %39
  %41 = load i8, ptr %40, align 1
  %42 = sext i8 %41 to i32
  %43 = icmp eq i32 %42, 0
  br i1 %43, label %44, label %45

44:                                               ; preds = %37
  store i32 0, ptr %4, align 4
  br label %50

45:                                               ; preds = %37
  br label %46

46:                                               ; preds = %45
  %47 = load i64, ptr %8, align 8
  %48 = add i64 %47, 1
  store i64 %48, ptr %8, align 8
  br label %9, !llvm.loop !9

49:                                               ; preds = %9
  store i32 0, ptr %4, align 4
  br label %50

50:                                               ; preds = %49, %44, %25
  %51 = load i32, ptr %4, align 4
  ret i32 %51
}

; Function Attrs: noinline nounwind
define weak dso_local ptr @stpcpy(ptr noundef %0, ptr noundef %1) #0 {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  store i64 0, ptr %5, align 8
  br label %6

6:                                                ; preds = %16, %2
  %7 = load ptr, ptr %4, align 8
  %8 = load i64, ptr %5, align 8
  %9 = getelementptr inbounds i8, ptr %7, i64 %8
  %10 = load i8, ptr %9, align 1
  %11 = load ptr, ptr %3, align 8
  %12 = load i64, ptr %5, align 8
  %13 = getelementptr inbounds i8, ptr %11, i64 %12
  store i8 %10, ptr %13, align 1
  %14 = sext i8 %10 to i32
  %15 = icmp ne i32 %14, 0
  br i1 %15, label %16, label %19

16:                                               ; preds = %6
  %17 = load i64, ptr %5, align 8
  %18 = add i64 %17, 1
  store i64 %18, ptr %5, align 8
  br label %6, !llvm.loop !10

19:                                               ; preds = %6
  %20 = load ptr, ptr %3, align 8
  %21 = load i64, ptr %5, align 8
  %22 = getelementptr inbounds i8, ptr %20, i64 %21
  ret ptr %22
}

; Function Attrs: noinline nounwind
define weak dso_local ptr @strchrnul(ptr noundef %0, i32 noundef %1) #0 {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  br label %5

5:                                                ; preds = %20, %2
  %6 = load ptr, ptr %3, align 8
  %7 = load i8, ptr %6, align 1
  %8 = sext i8 %7 to i32
  %9 = icmp ne i32 %8, 0
  br i1 %9, label %10, label %18

10:                                               ; preds = %5
  %11 = load ptr, ptr %3, align 8
  %12 = load i8, ptr %11, align 1
  %13 = sext i8 %12 to i32
  %14 = load i32, ptr %4, align 4
  %15 = trunc i32 %14 to i8
  %16 = sext i8 %15 to i32
  %17 = icmp ne i32 %13, %16
  br label %18

18:                                               ; preds = %10, %5
  %19 = phi i1 [ false, %5 ], [ %17, %10 ]
  br i1 %19, label %20, label %23

20:                                               ; preds = %18
  %21 = load ptr, ptr %3, align 8
  %22 = getelementptr inbounds i8, ptr %21, i32 1
  store ptr %22, ptr %3, align 8
  br label %5, !llvm.loop !11

23:                                               ; preds = %18
  %24 = load ptr, ptr %3, align 8
  ret ptr %24
}

; Function Attrs: noinline nounwind
define weak dso_local ptr @memrchr(ptr noundef %0, i32 noundef %1, i64 noundef %2) #0 {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store i32 %1, ptr %6, align 4
  store i64 %2, ptr %7, align 8
  %9 = load ptr, ptr %5, align 8
  store ptr %9, ptr %8, align 8
  br label %10

10:                                               ; preds = %29, %3
  %11 = load i64, ptr %7, align 8
  %12 = icmp ugt i64 %11, 0
  br i1 %12, label %13, label %30

13:                                               ; preds = %10
  %14 = load i64, ptr %7, align 8
  %15 = add i64 %14, -1
  store i64 %15, ptr %7, align 8
  %16 = load ptr, ptr %8, align 8
  %17 = load i64, ptr %7, align 8
  %18 = getelementptr inbounds i8, ptr %16, i64 %17
  %19 = load i8, ptr %18, align 1
  %20 = zext i8 %19 to i32
  %21 = load i32, ptr %6, align 4
  %22 = trunc i32 %21 to i8
  %23 = zext i8 %22 to i32
  %24 = icmp eq i32 %20, %23
  br i1 %24, label %25, label %29

25:                                               ; preds = %13
  %26 = load ptr, ptr %8, align 8
  %27 = load i64, ptr %7, align 8
  %28 = getelementptr inbounds i8, ptr %26, i64 %27
  store ptr %28, ptr %4, align 8
  br label %31

29:                                               ; preds = %13
  br label %10, !llvm.loop !12

30:                                               ; preds = %10
  store ptr null, ptr %4, align 8
  br label %31

31:                                               ; preds = %30, %25
  %32 = load ptr, ptr %4, align 8
  ret ptr %32
}

; Function Attrs: noinline nounwind
define weak dso_local ptr @strtok_r(ptr noundef %0, ptr noundef %1, ptr noundef %2) #0 {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  %9 = load ptr, ptr %5, align 8
  %10 = icmp ne ptr %9, null
  br i1 %10, label %14, label %11

11:                                               ; preds = %3
  %12 = load ptr, ptr %7, align 8
  %13 = load ptr, ptr %12, align 8
  store ptr %13, ptr %5, align 8
  br label %14

14:                                               ; preds = %11, %3
  br label %15

15:                                               ; preds = %28, %14
  %16 = load ptr, ptr %5, align 8
  %17 = load i8, ptr %16, align 1
  %18 = sext i8 %17 to i32
  %19 = icmp ne i32 %18, 0
  br i1 %19, label %20, label %26

20:                                               ; preds = %15
  %21 = load ptr, ptr %5, align 8
  %22 = load i8, ptr %21, align 1
  %23 = load ptr, ptr %6, align 8
  %24 = call i32 @is_among(i8 noundef signext %22, ptr noundef %23) #2
  %25 = icmp ne i32 %24, 0
  br label %26

26:                                               ; preds = %20, %15
  %27 = phi i1 [ false, %15 ], [ %25, %20 ]
  br i1 %27, label %28, label %31

28:                                               ; preds = %26
  %29 = load ptr, ptr %5, align 8
  %30 = getelementptr inbounds i8, ptr %29, i32 1
  store ptr %30, ptr %5, align 8
  br label %15, !llvm.loop !13

31:                                               ; preds = %26
  %32 = load ptr, ptr %5, align 8
  %33 = load i8, ptr %32, align 1
  %34 = sext i8 %33 to i32
  %35 = icmp eq i32 %34, 0
  br i1 %35, label %36, label %39

36:                                               ; preds = %31
  %37 = load ptr, ptr %5, align 8
  %38 = load ptr, ptr %7, align 8
  store ptr %37, ptr %38, align 8
  store ptr null, ptr %4, align 8
  br label %70

39:                                               ; preds = %31
  %40 = load ptr, ptr %5, align 8
  store ptr %40, ptr %8, align 8
  br label %41

41:                                               ; preds = %55, %39
  %42 = load ptr, ptr %5, align 8
  %43 = load i8, ptr %42, align 1
  %44 = sext i8 %43 to i32
  %45 = icmp ne i32 %44, 0
  br i1 %45, label %46, label %53

46:                                               ; preds = %41
  %47 = load ptr, ptr %5, align 8
  %48 = load i8, ptr %47, align 1
  %49 = load ptr, ptr %6, align 8
  %50 = call i32 @is_among(i8 noundef signext %48, ptr noundef %49) #2
  %51 = icmp ne i32 %50, 0
  %52 = xor i1 %51, true
  br label %53

53:                                               ; preds = %46, %41
  %54 = phi i1 [ false, %41 ], [ %52, %46 ]
  br i1 %54, label %55, label %58

55:                                               ; preds = %53
  %56 = load ptr, ptr %5, align 8
  %57 = getelementptr inbounds i8, ptr %56, i32 1
  store ptr %57, ptr %5, align 8
  br label %41, !llvm.loop !14

58:                                               ; preds = %53
  %59 = load ptr, ptr %5, align 8
  %60 = load i8, ptr %59, align 1
  %61 = sext i8 %60 to i32
  %62 = icmp ne i32 %61, 0
  br i1 %62, label %63, label %66

63:                                               ; preds = %58
  %64 = load ptr, ptr %5, align 8
  %65 = getelementptr inbounds i8, ptr %64, i32 1
  store ptr %65, ptr %5, align 8
  store i8 0, ptr %64, align 1
  br label %66

66:                                               ; preds = %63, %58
  %67 = load ptr, ptr %5, align 8
  %68 = load ptr, ptr %7, align 8
  store ptr %67, ptr %68, align 8
  %69 = load ptr, ptr %8, align 8
  store ptr %69, ptr %4, align 8
  br label %70

70:                                               ; preds = %66, %36
  %71 = load ptr, ptr %4, align 8
  ret ptr %71
}

; Function Attrs: noinline nounwind
define internal i32 @is_among(i8 noundef signext %0, ptr noundef %1) #0 {
  %3 = alloca i32, align 4
  %4 = alloca i8, align 1
  %5 = alloca ptr, align 8
  store i8 %0, ptr %4, align 1
  store ptr %1, ptr %5, align 8
  br label %6

6:                                                ; preds = %20, %2
  %7 = load ptr, ptr %5, align 8
  %8 = load i8, ptr %7, align 1
  %9 = sext i8 %8 to i32
  %10 = icmp ne i32 %9, 0
  br i1 %10, label %11, label %23

11:                                               ; preds = %6
  %12 = load ptr, ptr %5, align 8
  %13 = load i8, ptr %12, align 1
  %14 = sext i8 %13 to i32
  %15 = load i8, ptr %4, align 1
  %16 = sext i8 %15 to i32
  %17 = icmp eq i32 %14, %16
  br i1 %17, label %18, label %19

18:                                               ; preds = %11
  store i32 1, ptr %3, align 4
  br label %24

19:                                               ; preds = %11
  br label %20

20:                                               ; preds = %19
  %21 = load ptr, ptr %5, align 8
  %22 = getelementptr inbounds i8, ptr %21, i32 1
  store ptr %22, ptr %5, align 8
  br label %6, !llvm.loop !15

23:                                               ; preds = %6
  store i32 0, ptr %3, align 4
  br label %24

24:                                               ; preds = %23, %18
  %25 = load i32, ptr %3, align 4
  ret i32 %25
}

; Function Attrs: noinline nounwind
define weak dso_local ptr @strtok(ptr noundef %0, ptr noundef %1) #0 {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = call ptr @strtok_r(ptr noundef %5, ptr noundef %6, ptr noundef @strtok.rest) #2
  ret ptr %7
}

; Function Attrs: noinline nounwind
define weak dso_local ptr @strsep(ptr noundef %0, ptr noundef %1) #0 {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  %8 = load ptr, ptr %4, align 8
  %9 = load ptr, ptr %8, align 8
  store ptr %9, ptr %6, align 8
  %10 = load ptr, ptr %6, align 8
  %11 = icmp ne ptr %10, null
  br i1 %11, label %13, label %12

12:                                               ; preds = %2
  store ptr null, ptr %3, align 8
  br label %46

13:                                               ; preds = %2
  %14 = load ptr, ptr %6, align 8
  store ptr %14, ptr %7, align 8
  br label %15

15:                                               ; preds = %29, %13
  %16 = load ptr, ptr %7, align 8
  %17 = load i8, ptr %16, align 1
  %18 = sext i8 %17 to i32
  %19 = icmp ne i32 %18, 0
  br i1 %19, label %20, label %27

20:                                               ; preds = %15
  %21 = load ptr, ptr %7, align 8
  %22 = load i8, ptr %21, align 1
  %23 = load ptr, ptr %5, align 8
  %24 = call i32 @is_among(i8 noundef signext %22, ptr noundef %23) #2
  %25 = icmp ne i32 %24, 0
  %26 = xor i1 %25, true
  br label %27

27:                                               ; preds = %20, %15
  %28 = phi i1 [ false, %15 ], [ %26, %20 ]
  br i1 %28, label %29, label %32

29:                                               ; preds = %27
  %30 = load ptr, ptr %7, align 8
  %31 = getelementptr inbounds i8, ptr %30, i32 1
  store ptr %31, ptr %7, align 8
  br label %15, !llvm.loop !16

32:                                               ; preds = %27
  %33 = load ptr, ptr %7, align 8
  %34 = load i8, ptr %33, align 1
  %35 = sext i8 %34 to i32
  %36 = icmp ne i32 %35, 0
  br i1 %36, label %37, label %42

37:                                               ; preds = %32
  %38 = load ptr, ptr %7, align 8
  store i8 0, ptr %38, align 1
  %39 = load ptr, ptr %7, align 8
  %40 = getelementptr inbounds i8, ptr %39, i64 1
  %41 = load ptr, ptr %4, align 8
  store ptr %40, ptr %41, align 8
  br label %44

42:                                               ; preds = %32
  %43 = load ptr, ptr %4, align 8
  store ptr null, ptr %43, align 8
  br label %44

44:                                               ; preds = %42, %37
  %45 = load ptr, ptr %6, align 8
  store ptr %45, ptr %3, align 8
  br label %46

46:                                               ; preds = %44, %12
  %47 = load ptr, ptr %3, align 8
  ret ptr %47
}

; Function Attrs: noinline nounwind
define weak dso_local void @qsort(ptr noundef %0, i64 noundef %1, i64 noundef %2, ptr noundef %3) #0 {
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = alloca i64, align 8
  %14 = alloca i32, align 4
  %15 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  %16 = load ptr, ptr %5, align 8
  store ptr %16, ptr %9, align 8
  store i64 1, ptr %10, align 8
  br label %17

17:                                               ; preds = %60, %4
  %18 = load i64, ptr %10, align 8
  %19 = load i64, ptr %6, align 8
  %20 = icmp ult i64 %18, %19
  br i1 %20, label %21, label %63

21:                                               ; preds = %17
  %22 = load i64, ptr %10, align 8
  store i64 %22, ptr %11, align 8
  br label %23

23:                                               ; preds = %56, %21
  %24 = load i64, ptr %11, align 8
  %25 = icmp ugt i64 %24, 0
  br i1 %25, label %26, label %41

26:                                               ; preds = %23
  %27 = load ptr, ptr %8, align 8
  %28 = load ptr, ptr %9, align 8
  %29 = load i64, ptr %11, align 8
  %30 = sub i64 %29, 1
  %31 = load i64, ptr %7, align 8
  %32 = mul i64 %30, %31
  %33 = getelementptr inbounds i8, ptr %28, i64 %32
  %34 = load ptr, ptr %9, align 8
  %35 = load i64, ptr %11, align 8
  %36 = load i64, ptr %7, align 8
  %37 = mul i64 %35, %36
  %38 = getelementptr inbounds i8, ptr %34, i64 %37
  %39 = call i32 %27(ptr noundef %33, ptr noundef %38) #2
  %40 = icmp sgt i32 %39, 0
  br label %41

41:                                               ; preds = %26, %23
  %42 = phi i1 [ false, %23 ], [ %40, %26 ]
  br i1 %42, label %43, label %59

43:                                               ; preds = %41
  %44 = load ptr, ptr %9, align 8
  %45 = load i64, ptr %11, align 8
  %46 = sub i64 %45, 1
  %47 = load i64, ptr %7, align 8
  %48 = mul i64 %46, %47
  %49 = getelementptr inbounds i8, ptr %44, i64 %48
  %50 = load ptr, ptr %9, align 8
  %51 = load i64, ptr %11, align 8
  %52 = load i64, ptr %7, align 8
  %53 = mul i64 %51, %52
  %54 = getelementptr inbounds i8, ptr %50, i64 %53
  %55 = load i64, ptr %7, align 8
  call void @swap(ptr noundef %49, ptr noundef %54, i64 noundef %55) #2
  br label %56

56:                                               ; preds = %43
  %57 = load i64, ptr %11, align 8
  %58 = add i64 %57, -1
  store i64 %58, ptr %11, align 8
  br label %23, !llvm.loop !17

59:                                               ; preds = %41
  br label %60

60:                                               ; preds = %59
  %61 = load i64, ptr %10, align 8
  %62 = add i64 %61, 1
  store i64 %62, ptr %10, align 8
  br label %17, !llvm.loop !18

63:                                               ; preds = %17
  store i64 0, ptr %12, align 8
  br label %64

64:                                               ; preds = %132, %63
  %65 = load i64, ptr %12, align 8
  %66 = load i64, ptr %6, align 8
  %67 = icmp ult i64 %65, %66
  br i1 %67, label %68, label %135

68:                                               ; preds = %64
  %69 = load i64, ptr %12, align 8
  %70 = add i64 %69, 1
  store i64 %70, ptr %13, align 8
  br label %71

71:                                               ; preds = %128, %68
  %72 = load i64, ptr %13, align 8
  %73 = load i64, ptr %6, align 8
  %74 = icmp ult i64 %72, %73
  br i1 %74, label %75, label %131

75:                                               ; preds = %71
  %76 = load ptr, ptr %8, align 8
  %77 = load ptr, ptr %9, align 8
  %78 = load i64, ptr %12, align 8
  %79 = load i64, ptr %7, align 8
  %80 = mul i64 %78, %79
  %81 = getelementptr inbounds i8, ptr %77, i64 %80
  %82 = load ptr, ptr %9, align 8
  %83 = load i64, ptr %13, align 8
  %84 = load i64, ptr %7, align 8
  %85 = mul i64 %83, %84
  %86 = getelementptr inbounds i8, ptr %82, i64 %85
  %87 = call i32 %76(ptr noundef %81, ptr noundef %86) #2
  store i32 %87, ptr %14, align 4
  %88 = load ptr, ptr %8, align 8
  %89 = load ptr, ptr %9, align 8
  %90 = load i64, ptr %13, align 8
  %91 = load i64, ptr %7, align 8
  %92 = mul i64 %90, %91
  %93 = getelementptr inbounds i8, ptr %89, i64 %92
  %94 = load ptr, ptr %9, align 8
  %95 = load i64, ptr %12, align 8
  %96 = load i64, ptr %7, align 8
  %97 = mul i64 %95, %96
  %98 = getelementptr inbounds i8, ptr %94, i64 %97
  %99 = call i32 %88(ptr noundef %93, ptr noundef %98) #2
  store i32 %99, ptr %15, align 4
  %100 = load i32, ptr %14, align 4
  %101 = icmp slt i32 %100, 0
  br i1 %101, label %102, label %106

102:                                              ; preds = %75
  %103 = load i32, ptr %15, align 4
  %104 = icmp sgt i32 %103, 0
  br i1 %104, label %105, label %106

105:                                              ; preds = %102
  br label %128

106:                                              ; preds = %102, %75
  %107 = load i32, ptr %14, align 4
  %108 = icmp eq i32 %107, 0
  br i1 %108, label %109, label %127

109:                                              ; preds = %106
  %110 = load i32, ptr %15, align 4
  %111 = icmp eq i32 %110, 0
  br i1 %111, label %112, label %127

112:                                              ; preds = %109
  %113 = load ptr, ptr %9, align 8
  %114 = load i64, ptr %12, align 8
  %115 = load i64, ptr %7, align 8
  %116 = mul i64 %114, %115
  %117 = getelementptr inbounds i8, ptr %113, i64 %116
  %118 = load ptr, ptr %9, align 8
  %119 = load i64, ptr %13, align 8
  %120 = load i64, ptr %7, align 8
  %121 = mul i64 %119, %120
  %122 = getelementptr inbounds i8, ptr %118, i64 %121
  %123 = load i64, ptr %7, align 8
  %124 = call i32 @is_same(ptr noundef %117, ptr noundef %122, i64 noundef %123) #2
  %125 = icmp ne i32 %124, 0
  br i1 %125, label %126, label %127

126:                                              ; preds = %112
  br label %128

127:                                              ; preds = %112, %109, %106
  call void @order_left_open() #2
  br label %128

128:                                              ; preds = %127, %126, %105
  %129 = load i64, ptr %13, align 8
  %130 = add i64 %129, 1
  store i64 %130, ptr %13, align 8
  br label %71, !llvm.loop !19

131:                                              ; preds = %71
  br label %132

132:                                              ; preds = %131
  %133 = load i64, ptr %12, align 8
  %134 = add i64 %133, 1
  store i64 %134, ptr %12, align 8
  br label %64, !llvm.loop !20

135:                                              ; preds = %64
  ret void
}

; Function Attrs: noinline nounwind
define internal void @swap(ptr noundef %0, ptr noundef %1, i64 noundef %2) #0 {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i32, align 4
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca i8, align 1
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %11 = load i64, ptr %6, align 8
  %12 = icmp eq i64 %11, 4
  br i1 %12, label %13, label %21

13:                                               ; preds = %3
  %14 = load ptr, ptr %4, align 8
  %15 = load i32, ptr %14, align 4
  store i32 %15, ptr %7, align 4
  %16 = load ptr, ptr %5, align 8
  %17 = load i32, ptr %16, align 4
  %18 = load ptr, ptr %4, align 8
  store i32 %17, ptr %18, align 4
  %19 = load i32, ptr %7, align 4
  %20 = load ptr, ptr %5, align 8
  store i32 %19, ptr %20, align 4
  br label %56

21:                                               ; preds = %3
  %22 = load i64, ptr %6, align 8
  %23 = icmp eq i64 %22, 8
  br i1 %23, label %24, label %32

24:                                               ; preds = %21
  %25 = load ptr, ptr %4, align 8
  %26 = load i64, ptr %25, align 8
  store i64 %26, ptr %8, align 8
  %27 = load ptr, ptr %5, align 8
  %28 = load i64, ptr %27, align 8
  %29 = load ptr, ptr %4, align 8
  store i64 %28, ptr %29, align 8
  %30 = load i64, ptr %8, align 8
  %31 = load ptr, ptr %5, align 8
  store i64 %30, ptr %31, align 8
  br label %56

32:                                               ; preds = %21
  store i64 0, ptr %9, align 8
  br label %33

33:                                               ; preds = %53, %32
  %34 = load i64, ptr %9, align 8
  %35 = load i64, ptr %6, align 8
  %36 = icmp ult i64 %34, %35
  br i1 %36, label %37, label %56

37:                                               ; preds = %33
  %38 = load ptr, ptr %4, align 8
  %39 = load i64, ptr %9, align 8
  %40 = getelementptr inbounds i8, ptr %38, i64 %39
  %41 = load i8, ptr %40, align 1
  store i8 %41, ptr %10, align 1
  %42 = load ptr, ptr %5, align 8
  %43 = load i64, ptr %9, align 8
  %44 = getelementptr inbounds i8, ptr %42, i64 %43
  %45 = load i8, ptr %44, align 1
  %46 = load ptr, ptr %4, align 8
  %47 = load i64, ptr %9, align 8
  %48 = getelementptr inbounds i8, ptr %46, i64 %47
  store i8 %45, ptr %48, align 1
  %49 = load i8, ptr %10, align 1
  %50 = load ptr, ptr %5, align 8
  %51 = load i64, ptr %9, align 8
  %52 = getelementptr inbounds i8, ptr %50, i64 %51
  store i8 %49, ptr %52, align 1
  br label %53

53:                                               ; preds = %37
  %54 = load i64, ptr %9, align 8
  %55 = add i64 %54, 1
  store i64 %55, ptr %9, align 8
  br label %33, !llvm.loop !21

56:                                               ; preds = %13, %24, %33
  ret void
}

; Function Attrs: noinline nounwind
define internal i32 @is_same(ptr noundef %0, ptr noundef %1, i64 noundef %2) #0 {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %9 = load i64, ptr %7, align 8
  %10 = icmp eq i64 %9, 4
  br i1 %10, label %11, label %18

11:                                               ; preds = %3
  %12 = load ptr, ptr %5, align 8
  %13 = load i32, ptr %12, align 4
  %14 = load ptr, ptr %6, align 8
  %15 = load i32, ptr %14, align 4
  %16 = icmp eq i32 %13, %15
  %17 = zext i1 %16 to i32
  store i32 %17, ptr %4, align 4
  br label %51

18:                                               ; preds = %3
  %19 = load i64, ptr %7, align 8
  %20 = icmp eq i64 %19, 8
  br i1 %20, label %21, label %28

21:                                               ; preds = %18
  %22 = load ptr, ptr %5, align 8
  %23 = load i64, ptr %22, align 8
  %24 = load ptr, ptr %6, align 8
  %25 = load i64, ptr %24, align 8
  %26 = icmp eq i64 %23, %25
  %27 = zext i1 %26 to i32
  store i32 %27, ptr %4, align 4
  br label %51

28:                                               ; preds = %18
  store i64 0, ptr %8, align 8
  br label %29

29:                                               ; preds = %47, %28
  %30 = load i64, ptr %8, align 8
  %31 = load i64, ptr %7, align 8
  %32 = icmp ult i64 %30, %31
  br i1 %32, label %33, label %50

33:                                               ; preds = %29
  %34 = load ptr, ptr %5, align 8
  %35 = load i64, ptr %8, align 8
  %36 = getelementptr inbounds i8, ptr %34, i64 %35
  %37 = load i8, ptr %36, align 1
  %38 = sext i8 %37 to i32
  %39 = load ptr, ptr %6, align 8
  %40 = load i64, ptr %8, align 8
  %41 = getelementptr inbounds i8, ptr %39, i64 %40
  %42 = load i8, ptr %41, align 1
  %43 = sext i8 %42 to i32
  %44 = icmp ne i32 %38, %43
  br i1 %44, label %45, label %46

45:                                               ; preds = %33
  store i32 0, ptr %4, align 4
  br label %51

46:                                               ; preds = %33
  br label %47

47:                                               ; preds = %46
  %48 = load i64, ptr %8, align 8
  %49 = add i64 %48, 1
  store i64 %49, ptr %8, align 8
  br label %29, !llvm.loop !22

50:                                               ; preds = %29
  store i32 1, ptr %4, align 4
  br label %51

51:                                               ; preds = %50, %45, %21, %11
  %52 = load i32, ptr %4, align 4
  ret i32 %52
}

declare void @order_left_open() #1

; Function Attrs: noinline nounwind
define weak dso_local ptr @bsearch(ptr noundef %0, ptr noundef %1, i64 noundef %2, i64 noundef %3, ptr noundef %4) #0 {
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i64, align 8
  %13 = alloca i64, align 8
  %14 = alloca i64, align 8
  %15 = alloca ptr, align 8
  %16 = alloca i32, align 4
  store ptr %0, ptr %7, align 8
  store ptr %1, ptr %8, align 8
  store i64 %2, ptr %9, align 8
  store i64 %3, ptr %10, align 8
  store ptr %4, ptr %11, align 8
  store i64 0, ptr %12, align 8
  %17 = load i64, ptr %9, align 8
  store i64 %17, ptr %13, align 8
  br label %18

18:                                               ; preds = %49, %5
  %19 = load i64, ptr %12, align 8
  %20 = load i64, ptr %13, align 8
  %21 = icmp ult i64 %19, %20
  br i1 %21, label %22, label %50

22:                                               ; preds = %18
  %23 = load i64, ptr %12, align 8
  %24 = load i64, ptr %13, align 8
  %25 = add i64 %23, %24
  %26 = udiv i64 %25, 2
  store i64 %26, ptr %14, align 8
  %27 = load ptr, ptr %8, align 8
  %28 = load i64, ptr %14, align 8
  %29 = load i64, ptr %10, align 8
  %30 = mul i64 %28, %29
  %31 = getelementptr inbounds i8, ptr %27, i64 %30
  store ptr %31, ptr %15, align 8
  %32 = load ptr, ptr %11, align 8
  %33 = load ptr, ptr %7, align 8
  %34 = load ptr, ptr %15, align 8
  %35 = call i32 %32(ptr noundef %33, ptr noundef %34) #2
  store i32 %35, ptr %16, align 4
  %36 = load i32, ptr %16, align 4
  %37 = icmp slt i32 %36, 0
  br i1 %37, label %38, label %40

38:                                               ; preds = %22
  %39 = load i64, ptr %14, align 8
  store i64 %39, ptr %13, align 8
  br label %49

40:                                               ; preds = %22
  %41 = load i32, ptr %16, align 4
  %42 = icmp sgt i32 %41, 0
  br i1 %42, label %43, label %46

43:                                               ; preds = %40
  %44 = load i64, ptr %14, align 8
  %45 = add i64 %44, 1
  store i64 %45, ptr %12, align 8
  br label %48

46:                                               ; preds = %40
  %47 = load ptr, ptr %15, align 8
  store ptr %47, ptr %6, align 8
  br label %51

48:                                               ; preds = %43
  br label %49

49:                                               ; preds = %48, %38
  br label %18, !llvm.loop !23

50:                                               ; preds = %18
  store ptr null, ptr %6, align 8
  br label %51

51:                                               ; preds = %50, %46
  %52 = load ptr, ptr %6, align 8
  ret ptr %52
}

; Function Attrs: noinline nounwind
define internal i32 @is_space(i8 noundef signext %0) #0 {
  %2 = alloca i8, align 1
  store i8 %0, ptr %2, align 1
  %3 = load i8, ptr %2, align 1
  %4 = sext i8 %3 to i32
  %5 = icmp eq i32 %4, 32
  br i1 %5, label %16, label %6

6:                                                ; preds = %1
  %7 = load i8, ptr %2, align 1
  %8 = sext i8 %7 to i32
  %9 = icmp sge i32 %8, 9
  br i1 %9, label %10, label %14

10:                                               ; preds = %6
  %11 = load i8, ptr %2, align 1
  %12 = sext i8 %11 to i32
  %13 = icmp sle i32 %12, 13
  br label %14

14:                                               ; preds = %10, %6
  %15 = phi i1 [ false, %6 ], [ %13, %10 ]
  br label %16

16:                                               ; preds = %14, %1
  %17 = phi i1 [ true, %1 ], [ %15, %14 ]
  %18 = zext i1 %17 to i32
  ret i32 %18
}

; Function Attrs: noinline nounwind
define internal i32 @digit_value(i8 noundef signext %0) #0 {
  %2 = alloca i32, align 4
  %3 = alloca i8, align 1
  store i8 %0, ptr %3, align 1
  %4 = load i8, ptr %3, align 1
  %5 = sext i8 %4 to i32
  %6 = icmp sge i32 %5, 48
  br i1 %6, label %7, label %15

7:                                                ; preds = %1
  %8 = load i8, ptr %3, align 1
  %9 = sext i8 %8 to i32
  %10 = icmp sle i32 %9, 57
  br i1 %10, label %11, label %15

11:                                               ; preds = %7
  %12 = load i8, ptr %3, align 1
  %13 = sext i8 %12 to i32
  %14 = sub nsw i32 %13, 48
  store i32 %14, ptr %2, align 4
  br label %42

15:                                               ; preds = %7, %1
  %16 = load i8, ptr %3, align 1
  %17 = sext i8 %16 to i32
  %18 = icmp sge i32 %17, 97
  br i1 %18, label %19, label %28

19:                                               ; preds = %15
  %20 = load i8, ptr %3, align 1
  %21 = sext i8 %20 to i32
  %22 = icmp sle i32 %21, 122
  br i1 %22, label %23, label %28

23:                                               ; preds = %19
  %24 = load i8, ptr %3, align 1
  %25 = sext i8 %24 to i32
  %26 = sub nsw i32 %25, 97
  %27 = add nsw i32 %26, 10
  store i32 %27, ptr %2, align 4
  br label %42

28:                                               ; preds = %19, %15
  %29 = load i8, ptr %3, align 1
  %30 = sext i8 %29 to i32
  %31 = icmp sge i32 %30, 65
  br i1 %31, label %32, label %41

32:                                               ; preds = %28
  %33 = load i8, ptr %3, align 1
  %34 = sext i8 %33 to i32
  %35 = icmp sle i32 %34, 90
  br i1 %35, label %36, label %41

36:                                               ; preds = %32
  %37 = load i8, ptr %3, align 1
  %38 = sext i8 %37 to i32
  %39 = sub nsw i32 %38, 65
  %40 = add nsw i32 %39, 10
  store i32 %40, ptr %2, align 4
  br label %42

41:                                               ; preds = %32, %28
  store i32 99, ptr %2, align 4
  br label %42

42:                                               ; preds = %41, %36, %23, %11
  %43 = load i32, ptr %2, align 4
  ret i32 %43
}

attributes #0 = { noinline nounwind "frame-pointer"="all" "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "frame-pointer"="all" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nobuiltin "no-builtins" }

!llvm.module.flags = !{!0, !1, !2, !3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"frame-pointer", i32 2}
!5 = distinct !{!5, !6}
!6 = !{!"llvm.loop.mustprogress"}
!7 = distinct !{!7, !6}
!8 = distinct !{!8, !6}
!9 = distinct !{!9, !6}
!10 = distinct !{!10, !6}
!11 = distinct !{!11, !6}
!12 = distinct !{!12, !6}
!13 = distinct !{!13, !6}
!14 = distinct !{!14, !6}
!15 = distinct !{!15, !6}
!16 = distinct !{!16, !6}
!17 = distinct !{!17, !6}
!18 = distinct !{!18, !6}
!19 = distinct !{!19, !6}
!20 = distinct !{!20, !6}
!21 = distinct !{!21, !6}
!22 = distinct !{!22, !6}
!23 = distinct !{!23, !6}
