; The installer for Windows, by makensis 3: per user without rights, or per machine (/ALLUSERS, for administrators).
; Silent: tillbridge-setup.exe /S [/ALLUSERS] [/LOGON] [/D=folder]. /LOGON opens the till with every sign-in. /D comes last, without
; quotes; or as a whole in them ("/D=C:\My till"), as PowerShell and other programs put it.
; Defined from outside: VERSION (a.b.c), PAYLOAD (folder), OUTPUT (file), ICON (file).
; What is installed is for 64 bits only; a makensis that makes no such installers (that of nsis.sourceforge.io) makes one for 32.
!if /FileExists "${NSISDIR}/Stubs/lzma_solid-amd64-unicode"
  Target amd64-unicode
!else
  Unicode true
!endif
Name "Tillbridge ${VERSION}"
OutFile "${OUTPUT}"
RequestExecutionLevel user
SetCompressor /SOLID lzma
InstallDir ""
!include "FileFunc.nsh"
!include "LogicLib.nsh"
!include "WordFunc.nsh"
!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Tillbridge"
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Tillbridge"
VIAddVersionKey "FileDescription" "Tillbridge installer"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "Apache-2.0"
Icon "${ICON}"
UninstallIcon "${ICON}"
Var ForAll
Var AtLogon

LoadLanguageFile "${NSISDIR}\Contrib\Language files\English.nlf"
LoadLanguageFile "${NSISDIR}\Contrib\Language files\German.nlf"
LoadLanguageFile "${NSISDIR}\Contrib\Language files\Spanish.nlf"
LoadLanguageFile "${NSISDIR}\Contrib\Language files\French.nlf"
LangString OPEN ${LANG_ENGLISH} "The till is open. Close it first, then start this again. Nothing was changed."
LangString OPEN ${LANG_GERMAN} "Die Kasse ist offen. Zuerst schließen, dann erneut starten. Nichts wurde geändert."
LangString OPEN ${LANG_SPANISH} "La caja está abierta. Ciérrela primero y vuelva a empezar. No se ha cambiado nada."
LangString OPEN ${LANG_FRENCH} "La caisse est ouverte. Fermez-la d’abord, puis recommencez. Rien n’a été modifié."
LangString RIGHTS ${LANG_ENGLISH} "Installing for everybody takes an administrator. Without /ALLUSERS it is installed for you alone."
LangString RIGHTS ${LANG_GERMAN} "Für alle zu installieren braucht einen Administrator. Ohne /ALLUSERS wird nur für Sie installiert."
LangString RIGHTS ${LANG_SPANISH} "Para instalar para todos hace falta un administrador. Sin /ALLUSERS se instala solo para usted."
LangString RIGHTS ${LANG_FRENCH} "L’installation pour tous demande un administrateur. Sans /ALLUSERS, elle est pour vous seul."
LangString KEPT ${LANG_ENGLISH} "Settings and records of payments are kept:"
LangString KEPT ${LANG_GERMAN} "Einstellungen und Aufzeichnungen der Zahlungen bleiben:"
LangString KEPT ${LANG_SPANISH} "Los ajustes y los registros de pagos se conservan:"
LangString KEPT ${LANG_FRENCH} "Les réglages et les enregistrements des paiements sont conservés :"

Page directory
Page instfiles
UninstPage uninstConfirm
UninstPage instfiles

!macro Scope
  ${If} $ForAll == 1
    SetShellVarContext all
  ${Else}
    SetShellVarContext current
  ${EndIf}
!macroend

; A program that runs cannot be opened for writing: nothing is changed under a till that takes payments.
!macro RefuseOpen
  ${If} ${FileExists} "$INSTDIR\bin\node.exe"
    ClearErrors
    FileOpen $0 "$INSTDIR\bin\node.exe" a
    ${If} ${Errors}
      MessageBox MB_OK|MB_ICONEXCLAMATION "$(OPEN)" /SD IDOK
      SetErrorLevel 3
      Abort
    ${EndIf}
    FileClose $0
  ${EndIf}
!macroend

Function .onInit
  SetRegView 64
  StrCpy $ForAll 0
  StrCpy $AtLogon 0
  ${GetParameters} $R0
  ClearErrors
  ${GetOptions} $R0 "/ALLUSERS" $R1
  ${IfNot} ${Errors}
    StrCpy $ForAll 1
  ${EndIf}
  ClearErrors
  ${GetOptions} $R0 "/LOGON" $R1
  ${IfNot} ${Errors}
    StrCpy $AtLogon 1
  ${EndIf}
  ${If} $ForAll == 1
    ClearErrors
    WriteRegStr HKLM "${KEY}" "Probe" "1"
    ${If} ${Errors}
      MessageBox MB_OK|MB_ICONSTOP "$(RIGHTS)" /SD IDOK
      SetErrorLevel 2
      Abort
    ${EndIf}
    DeleteRegValue HKLM "${KEY}" "Probe"
  ${EndIf}
  ; NSIS passes over a quoted one, and it would be installed elsewhere without a word.
  ClearErrors
  ${WordFind2X} $R0 '"/D=' '"' "E+1" $R1
  ${IfNot} ${Errors}
    StrCpy $INSTDIR $R1
  ${EndIf}
  ${If} $INSTDIR == ""
    ${If} $ForAll == 1
      StrCpy $INSTDIR "$PROGRAMFILES64\Tillbridge"
    ${Else}
      StrCpy $INSTDIR "$LOCALAPPDATA\Programs\Tillbridge"
    ${EndIf}
  ${EndIf}
FunctionEnd

Section
  !insertmacro Scope
  !insertmacro RefuseOpen
  ; What an earlier version left. Data lie elsewhere.
  RMDir /r "$INSTDIR\build"
  RMDir /r "$INSTDIR\node_modules"
  SetOutPath "$INSTDIR"
  ClearErrors
  File /r "${PAYLOAD}/*"
  ${If} ${Errors}
    SetErrorLevel 4
    Abort
  ${EndIf}
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateDirectory "$SMPROGRAMS\Tillbridge"
  CreateShortcut "$SMPROGRAMS\Tillbridge\Tillbridge.lnk" "$INSTDIR\tillbridge-till.cmd" "" "$INSTDIR\tillbridge.ico" 0 SW_SHOWMINIMIZED
  CreateShortcut "$SMPROGRAMS\Tillbridge\Tillbridge, command line.lnk" "$SYSDIR\cmd.exe" '/k "$INSTDIR\tillbridge.cmd" --help' "$INSTDIR\tillbridge.ico"
  CreateShortcut "$SMPROGRAMS\Tillbridge\Uninstall.lnk" "$INSTDIR\uninstall.exe"
  ${If} $AtLogon == 1
    CreateShortcut "$SMSTARTUP\Tillbridge.lnk" "$INSTDIR\tillbridge-till.cmd" "" "$INSTDIR\tillbridge.ico" 0 SW_SHOWMINIMIZED
  ${EndIf}
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegStr SHCTX "${KEY}" "DisplayName" "Tillbridge"
  WriteRegStr SHCTX "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr SHCTX "${KEY}" "DisplayIcon" "$INSTDIR\tillbridge.ico"
  WriteRegStr SHCTX "${KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr SHCTX "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr SHCTX "${KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD SHCTX "${KEY}" "EstimatedSize" "$0"
  WriteRegDWORD SHCTX "${KEY}" "NoModify" 1
  WriteRegDWORD SHCTX "${KEY}" "NoRepair" 1
SectionEnd

Function un.onInit
  SetRegView 64
  StrCpy $ForAll 0
  ReadRegStr $0 HKLM "${KEY}" "InstallLocation"
  ${If} $0 == $INSTDIR
    StrCpy $ForAll 1
  ${EndIf}
FunctionEnd

Section Uninstall
  !insertmacro Scope
  !insertmacro RefuseOpen
  ; Names of our own only: who installed into a folder of theirs keeps what is theirs.
  RMDir /r "$INSTDIR\bin"
  RMDir /r "$INSTDIR\build"
  RMDir /r "$INSTDIR\node_modules"
  RMDir /r "$INSTDIR\legal"
  Delete "$INSTDIR\package.json"
  Delete "$INSTDIR\CHANGELOG.md"
  Delete "$INSTDIR\tillbridge.cmd"
  Delete "$INSTDIR\tillbridge-till.cmd"
  Delete "$INSTDIR\tillbridge.ico"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Tillbridge\*.lnk"
  RMDir "$SMPROGRAMS\Tillbridge"
  Delete "$SMSTARTUP\Tillbridge.lnk"
  DeleteRegKey SHCTX "${KEY}"
  DetailPrint "$(KEPT) $LOCALAPPDATA\Tillbridge"
SectionEnd
